/** Event of the window: the name of the account has changed, or somebody signed in or out. */
export const ACCOUNT_EVENT = "lacambeche:account";
