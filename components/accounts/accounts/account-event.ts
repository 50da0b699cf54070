/** Event of the window: the name of the account has changed, or somebody signed in or out. */
export const ACCOUNT_EVENT = "lacambeche:account";
/** Event of the window: somebody signed in or out in another tab. */
export const SIGNED_EVENT = "lacambeche:signed";
