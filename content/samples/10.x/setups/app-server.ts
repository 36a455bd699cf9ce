// @include: bakery/server/router.ts
