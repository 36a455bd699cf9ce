// @include: bakery/server/router.ts
// In reach of the fence: the bakery's router, and everything that it imports.
