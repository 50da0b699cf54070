import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { EDITORS_UP, NOBODY } from "../actors";
import { connect } from "../as-role";
import { PLACE } from "./place-rows";
import { addActiveVouchers, addDownload, addVoucherDevice } from "./desk-rows";

const sql = connect();

async function arrange(tx: TransactionSql) {
  await addActiveVouchers(tx);
  await addVoucherDevice(tx);
}
async function arrangeRedemption(tx: TransactionSql) {
  await arrange(tx);
  const download = await addDownload(tx);
  await tx`
    insert into public.voucher_redemptions (download_id, service_id, nonce, result, scanned_at)
    values (${download}, ${PLACE}, gen_random_uuid(), 'redeemed', now())`;
}

describeAccess(sql, "voucher_devices", [
  {
    verb: "select",
    can: ["user", "vendedor"],
    arrange,
    run: (tx) => tx`select id from public.voucher_devices where service_id = ${PLACE}`,
  },
  {
    verb: "select",
    what: "the hash of the token",
    can: NOBODY,
    arrange,
    run: (tx) => tx`select token_hash from public.voucher_devices where service_id = ${PLACE}`,
  },
  {
    verb: "insert",
    can: ["user"],
    arrange,
    run: (tx) => tx`
      insert into public.voucher_devices (service_id, name, token_hash, expires_at)
      values (${PLACE}, 'Caixa 2', repeat('a', 64), now() + interval '1 day')`,
  },
  {
    verb: "insert",
    what: "an unlocked device",
    can: NOBODY,
    arrange,
    run: (tx) => tx`
      insert into public.voucher_devices (service_id, name, token_hash, expires_at, unlocked_until)
      values (${PLACE}, 'Caixa 2', repeat('a', 64), now() + interval '1 day', now() + interval '1 day')`,
  },
  {
    verb: "update",
    what: "the revocation",
    can: ["user"],
    arrange,
    run: (tx) => tx`update public.voucher_devices set revoked_at = now() where service_id = ${PLACE}`,
  },
  {
    verb: "update",
    what: "the time until which it is unlocked",
    can: NOBODY,
    arrange,
    run: (tx) =>
      tx`update public.voucher_devices set unlocked_until = now() + interval '9 days' where service_id = ${PLACE}`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange,
    run: (tx) => tx`delete from public.voucher_devices where service_id = ${PLACE}`,
  },
]);

describeAccess(sql, "voucher_redemptions", [
  {
    verb: "select",
    can: ["user", "vendedor", ...EDITORS_UP],
    arrange: arrangeRedemption,
    run: (tx) => tx`select id from public.voucher_redemptions where service_id = ${PLACE}`,
  },
  {
    verb: "insert",
    can: NOBODY,
    arrange,
    run: (tx) => tx`
      insert into public.voucher_redemptions (service_id, nonce, result, scanned_at)
      values (${PLACE}, gen_random_uuid(), 'unknown', now())`,
  },
  {
    verb: "update",
    can: NOBODY,
    arrange: arrangeRedemption,
    run: (tx) => tx`update public.voucher_redemptions set was_served = true where service_id = ${PLACE}`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange: arrangeRedemption,
    run: (tx) => tx`delete from public.voucher_redemptions where service_id = ${PLACE}`,
  },
]);
