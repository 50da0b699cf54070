import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, NOBODY } from "../actors";
import { connect } from "../as-role";
import { addGate, addRegistration, GATE_EVENT, GATE_LIST } from "./gate-rows";

const sql = connect();

const arrange = (tx: TransactionSql) => addGate(tx);
async function arrangeReading(tx: TransactionSql) {
  await addGate(tx);
  const id = await addRegistration(tx, 1);
  await tx`insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at) values (${GATE_LIST}, ${id}, gen_random_uuid(), 'ok', now())`;
}

describeAccess(sql, "event_checkin_lists", [
  {
    verb: "select",
    can: EDITORS_UP,
    arrange,
    run: (tx) => tx`select id from public.event_checkin_lists where id = ${GATE_LIST}`,
  },
  {
    verb: "insert",
    can: ADMINS_UP,
    arrange,
    run: (tx) => tx`insert into public.event_checkin_lists (event_id, name) values (${GATE_EVENT}, 'Almoço')`,
  },
  {
    verb: "update",
    can: ADMINS_UP,
    arrange,
    run: (tx) => tx`update public.event_checkin_lists set name = 'Portão' where id = ${GATE_LIST}`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange,
    run: (tx) => tx`delete from public.event_checkin_lists where id = ${GATE_LIST}`,
  },
]);

describeAccess(sql, "checkin_devices", [
  {
    verb: "select",
    can: EDITORS_UP,
    arrange,
    run: (tx) => tx`select id from public.checkin_devices where event_id = ${GATE_EVENT}`,
  },
  {
    verb: "select",
    what: "the hash of the token",
    can: NOBODY,
    arrange,
    run: (tx) => tx`select token_hash from public.checkin_devices where event_id = ${GATE_EVENT}`,
  },
  {
    verb: "insert",
    can: ADMINS_UP,
    arrange,
    run: (tx) =>
      tx`insert into public.checkin_devices (event_id, name, token_hash, expires_at) values (${GATE_EVENT}, 'Portão 3', repeat('a', 64), now() + interval '1 day')`,
  },
  {
    verb: "update",
    what: "the revocation",
    can: ADMINS_UP,
    arrange,
    run: (tx) => tx`update public.checkin_devices set revoked_at = now() where event_id = ${GATE_EVENT}`,
  },
  {
    verb: "update",
    what: "the expiry",
    can: NOBODY,
    arrange,
    run: (tx) =>
      tx`update public.checkin_devices set expires_at = now() + interval '9 days' where event_id = ${GATE_EVENT}`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange,
    run: (tx) => tx`delete from public.checkin_devices where event_id = ${GATE_EVENT}`,
  },
]);

describeAccess(sql, "event_checkins", [
  {
    verb: "select",
    can: EDITORS_UP,
    arrange: arrangeReading,
    run: (tx) => tx`select id from public.event_checkins where list_id = ${GATE_LIST}`,
  },
  {
    verb: "insert",
    can: NOBODY,
    arrange,
    run: (tx) =>
      tx`insert into public.event_checkins (list_id, nonce, result, scanned_at) values (${GATE_LIST}, gen_random_uuid(), 'unknown', now())`,
  },
  {
    verb: "update",
    can: NOBODY,
    arrange: arrangeReading,
    run: (tx) => tx`update public.event_checkins set undone_at = now() where list_id = ${GATE_LIST}`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange: arrangeReading,
    run: (tx) => tx`delete from public.event_checkins where list_id = ${GATE_LIST}`,
  },
]);
