import a from 'a';
// #region part
export const inside = a;
// #endregion part
