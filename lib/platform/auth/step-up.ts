/**
 * Everything that reads or changes the data of other accounts, or that pays them, and therefore needs a recent proof of
 * identity. Tests compare the list with the actions, the handlers and the functions of the database.
 */
export const STEP_UP = {
  actions: [
    "accounts/accounts/factors/removeFactorAction",
    "accounts/accounts/factors/renewRecoveryCodesAction",
    "accounts/accounts/users/changeBlockAction",
    "accounts/accounts/users/changeMatrixAction",
    "accounts/accounts/users/changeRoleAction",
    "accounts/accounts/users/deleteUserAction",
    "accounts/accounts/users/endSessionAction",
    "accounts/accounts/users/endSessionsAction",
    "accounts/accounts/users/mergeAction",
    "accounts/accounts/users/resetMfaAction",
    "commerce/payments/saveCollectingAction",
    "commerce/payments/savePixConfigAction",
    "commerce/payments/saveStripeConfigAction",
    "commerce/sellers/setCommissionAction",
    "commerce/sellers/setOwnPixKeyAction",
    "events/integrations/createTokenAction",
    "events/recipients/choosePortalAction",
    "events/recipients/decideRecipientAction",
    "events/recipients/setRecipientAction",
    "events/recipients/withdrawRecipientAction",
  ],
  handlers: [
    "GET /api/account-export",
    "GET /api/backup",
    "GET /api/event-registrations/[event]/[format]",
    "GET /api/exports/[name]",
  ],
  functions: [
    "create_event_api_token",
    "decide_event_recipient",
    "delete_account",
    "end_session",
    "end_sessions",
    "export_account",
    "merge_accounts",
    "reset_mfa",
    "set_account_blocked",
    "set_account_role",
    "set_event_recipient",
    "set_seller_commission",
    "withdraw_event_recipient",
  ],
} as const;
