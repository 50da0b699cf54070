/**
 * Everything that reads or changes the data of other accounts, or that pays them, and therefore needs a recent proof of
 * identity. Tests compare the list with the actions, the handlers and the functions of the database.
 */
export const STEP_UP = {
  actions: [
    "accounts/factors/removeFactorAction",
    "accounts/factors/renewRecoveryCodesAction",
    "accounts/users/changeBlockAction",
    "accounts/users/changeMatrixAction",
    "accounts/users/changeRoleAction",
    "accounts/users/deleteUserAction",
    "accounts/users/endSessionAction",
    "accounts/users/endSessionsAction",
    "accounts/users/mergeAction",
    "accounts/users/resetMfaAction",
    "payments/savePixConfigAction",
    "payments/saveStripeConfigAction",
    "sellers/setCommissionAction",
    "sellers/setOwnPixKeyAction",
  ],
  handlers: [
    "GET /api/account-export",
    "GET /api/backup",
    "GET /api/event-registrations/[event]/[format]",
    "GET /api/exports/[name]",
  ],
  functions: [
    "delete_account",
    "end_session",
    "end_sessions",
    "export_account",
    "merge_accounts",
    "reset_mfa",
    "set_account_blocked",
    "set_account_role",
    "set_seller_commission",
  ],
} as const;
