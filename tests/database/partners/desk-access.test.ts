import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { EDITORS_UP, NOBODY } from "../actors";

import { PLACE } from "./place-rows";
import { addActiveVouchers, addDownload, addVoucherDevice } from "./desk-rows";

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

describeAccess("voucher_devices", arrange, [
  ["select", ["user", "vendedor"], (tx) => tx`select id from public.voucher_devices where service_id = ${PLACE}`],
  [
    "select the hash of the token",
    NOBODY,
    (tx) => tx`select token_hash from public.voucher_devices where service_id = ${PLACE}`,
  ],
  [
    "insert",
    ["user"],
    (tx) => tx`
      insert into public.voucher_devices (service_id, name, token_hash, expires_at)
      values (${PLACE}, 'Caixa 2', repeat('a', 64), now() + interval '1 day')`,
    arrange,
  ],
  [
    "insert an unlocked device",
    NOBODY,
    (tx) => tx`
      insert into public.voucher_devices (service_id, name, token_hash, expires_at, unlocked_until)
      values (${PLACE}, 'Caixa 2', repeat('a', 64), now() + interval '1 day', now() + interval '1 day')`,
    arrange,
  ],
  [
    "update the revocation",
    ["user"],
    (tx) => tx`update public.voucher_devices set revoked_at = now() where service_id = ${PLACE}`,
  ],
  [
    "update the time until which it is unlocked",
    NOBODY,
    (tx) =>
      tx`update public.voucher_devices set unlocked_until = now() + interval '9 days' where service_id = ${PLACE}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.voucher_devices where service_id = ${PLACE}`],
]);

describeAccess("voucher_redemptions", arrangeRedemption, [
  [
    "select",
    ["user", "vendedor", ...EDITORS_UP],
    (tx) => tx`select id from public.voucher_redemptions where service_id = ${PLACE}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.voucher_redemptions (service_id, nonce, result, scanned_at)
      values (${PLACE}, gen_random_uuid(), 'unknown', now())`,
    arrange,
  ],
  ["update", NOBODY, (tx) => tx`update public.voucher_redemptions set was_served = true where service_id = ${PLACE}`],
  ["delete", NOBODY, (tx) => tx`delete from public.voucher_redemptions where service_id = ${PLACE}`],
]);
