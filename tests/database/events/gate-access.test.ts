import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, NOBODY } from "../actors";

import { addGate, addRegistration, GATE_EVENT, GATE_LIST, registrationId } from "./gate-rows";

const arrange = (tx: TransactionSql) => addGate(tx);
async function arrangeReading(tx: TransactionSql) {
  await addGate(tx);
  const id = await addRegistration(tx, 1);
  await tx`insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at) values (${GATE_LIST}, ${id}, gen_random_uuid(), 'ok', now())`;
}

async function arrangeSale(tx: TransactionSql) {
  await addGate(tx);
  const id = await addRegistration(tx, 1);
  await tx`insert into public.gate_sales (registration_id, event_id, method, amount_cents) values (${id}, ${GATE_EVENT}, 'cash', 2000)`;
}

describeAccess("event_checkin_lists", arrange, [
  ["select", EDITORS_UP, (tx) => tx`select id from public.event_checkin_lists where id = ${GATE_LIST}`],
  [
    "insert",
    ADMINS_UP,
    (tx) => tx`insert into public.event_checkin_lists (event_id, name) values (${GATE_EVENT}, 'Almoço')`,
    arrange,
  ],
  ["update", ADMINS_UP, (tx) => tx`update public.event_checkin_lists set name = 'Portão' where id = ${GATE_LIST}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_checkin_lists where id = ${GATE_LIST}`],
]);

describeAccess("checkin_devices", arrange, [
  ["select", EDITORS_UP, (tx) => tx`select id from public.checkin_devices where event_id = ${GATE_EVENT}`],
  [
    "select the hash of the token",
    NOBODY,
    (tx) => tx`select token_hash from public.checkin_devices where event_id = ${GATE_EVENT}`,
  ],
  [
    "insert",
    ADMINS_UP,
    (tx) =>
      tx`insert into public.checkin_devices (event_id, name, token_hash, expires_at) values (${GATE_EVENT}, 'Portão 3', repeat('a', 64), now() + interval '1 day')`,
    arrange,
  ],
  [
    "update the revocation",
    ADMINS_UP,
    (tx) => tx`update public.checkin_devices set revoked_at = now() where event_id = ${GATE_EVENT}`,
  ],
  [
    "update the expiry",
    NOBODY,
    (tx) => tx`update public.checkin_devices set expires_at = now() + interval '9 days' where event_id = ${GATE_EVENT}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.checkin_devices where event_id = ${GATE_EVENT}`],
]);

describeAccess("event_checkins", arrangeReading, [
  ["select", EDITORS_UP, (tx) => tx`select id from public.event_checkins where list_id = ${GATE_LIST}`],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.event_checkins (list_id, nonce, result, scanned_at) values (${GATE_LIST}, gen_random_uuid(), 'unknown', now())`,
    arrange,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_checkins set undone_at = now() where list_id = ${GATE_LIST}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_checkins where list_id = ${GATE_LIST}`],
]);

describeAccess("gate_sales", arrangeSale, [
  ["select", EDITORS_UP, (tx) => tx`select amount_cents from public.gate_sales where event_id = ${GATE_EVENT}`],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.gate_sales (registration_id, event_id, method, amount_cents) values (${registrationId(1)}, ${GATE_EVENT}, 'cash', 1)`,
    async (tx) => {
      await addGate(tx);
      await addRegistration(tx, 1);
    },
  ],
  ["update", NOBODY, (tx) => tx`update public.gate_sales set amount_cents = 1 where event_id = ${GATE_EVENT}`],
  ["delete", NOBODY, (tx) => tx`delete from public.gate_sales where event_id = ${GATE_EVENT}`],
]);
