import { readingAccess } from "../reading-access";

/** The desk of a place: enrolled devices and accounts; the database decides who redeems where. */
export const DESK = readingAccess({
  name: "voucher desk",
  subject: "voucher_device",
  rule: "voucherDesk",
  refusedRule: "voucherDeskRefused",
  admits: () => true,
});
