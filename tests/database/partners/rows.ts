import type { Sql, TransactionSql } from "postgres";
import { OTHER_PLACE, PLACE } from "./place-rows";

export const VOUCHER = "70c4e000-0000-4000-8000-000000000001";
/** A voucher of the other place. */
export const OTHER_VOUCHER = "70c4e000-0000-4000-8000-000000000002";

/** What the form of an offer sends. */
export const OFFER = {
  title: "Café da manhã",
  benefit_type: "percent",
  benefit_value: 15,
  rules: "Um por mesa",
  valid_from: "2026-01-01",
  valid_until: "2027-12-31",
  weekdays: ["1", "2"],
  starts_at: "08:00",
  ends_at: "10:30",
  total_limit: 100,
  per_person_limit: 1,
  guests_allowed: false,
};

/** A voucher of each place of `addOwnedPlace`, valid from a month ago until next month. */
export async function addVouchers(tx: TransactionSql | Sql, status = "draft"): Promise<void> {
  const decided = ["active", "paused", "rejected"].includes(status) ? new Date() : null;
  for (const [id, place] of [
    [VOUCHER, PLACE],
    [OTHER_VOUCHER, OTHER_PLACE],
  ] as const)
    await tx`
      insert into public.vouchers (id, service_id, title, benefit_type, benefit_value, valid_from, valid_until, total_limit, status, decided_at)
      values (${id}, ${place}, 'Desconto', 'percent', 10, current_date - 30, current_date + 30, 5, ${status}, ${decided})`;
}
