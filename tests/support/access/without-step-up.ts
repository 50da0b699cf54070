/** Handlers, actions and functions that concern other accounts and need no recent proof of identity, with the reason. */
export const WITHOUT_STEP_UP: Record<string, string> = {
  // Downloads of the team.
  "GET /admin/exportar/[...record]": "lists of the guide, without data of accounts",
  "GET /api/event-documents/[document]": "one document of a registration that its page in the panel shows",
  "GET /api/payment-receipts/[payment]": "one receipt that the inbox shows",
  "GET /api/event-refunds/[refund]": "one proof of a refund that the page of the event shows",
  "GET /api/event-receipts/[payment]": "one receipt that the page of the event shows",
  "GET /api/event-statements/[event]": "amounts with codes of registrations, without names",
  "GET /api/print-batches/[batch]": "badges and certificates that the page of the event has just drawn",
  "GET /api/event-contracts/[contract]": "one contract that its page shows",
  "GET /api/fee-invoices/[invoice]": "one invoice that the page of the event shows, without data of accounts",
  "GET /api/contracts/[sale]": "one contract that its page shows",
  "GET /api/event-art/[event]/[file]": "a picture for publication",
  // Actions on accounts.
  "accounts/accounts/users/previewMergeAction": "number of rows per table, changes nothing",
  "accounts/accounts/users/resendConfirmationAction": "mails a link to the address of the account itself",
  // Functions.
  current_account: "of the caller",
  access_history: "changes of roles, without personal data",
  add_club_member: "by owners of a club, who name the address",
  set_place_member: "by owners of a place or the team, and a notice goes to the account",
  remove_event_member: "by owners of an event, or by the member itself; ends an access only",
  set_event_member: "by owners of an event, among people who accepted an invitation",
  remove_place_member: "by owners of a place, ends an access only",
  remove_vehicle_member: "by the owner of a car, ends an access only",
  set_vehicle_member_role: "by the owner of a car, for people that the owner invited",
};
