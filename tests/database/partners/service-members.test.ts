import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { addOwnedPlace, PLACE } from "./place-rows";

describeAccess("service_members", addOwnedPlace, [
  [
    "select",
    ["user", "vendedor", ...EDITORS_UP],
    (tx) => tx`select account_id from public.service_members where service_id = ${PLACE}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.service_members (service_id, account_id, role)
      values (${PLACE}, coalesce(auth.uid(), ${ID_OF.admin}), 'owner') on conflict do nothing`,
    addOwnedPlace,
  ],
  ["update", NOBODY, (tx) => tx`update public.service_members set role = 'owner' where service_id = ${PLACE}`],
  ["delete", NOBODY, (tx) => tx`delete from public.service_members where service_id = ${PLACE}`],
]);

const CLAIM = "c1a10000-0000-4000-8000-000000000001";
const roles = (tx: TransactionSql) =>
  tx<{ account_id: string; role: string }[]>`
    select account_id, role from public.service_members where service_id = ${PLACE} order by role, account_id`;

it("an approved claim makes its sender an owner until the decision is taken back", async () => {
  const steps = await asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`update public.profiles set email_verified_at = now() where id = ${ID_OF.editor}`;
    await tx`
      insert into public.service_requests (id, kind, payload, service_id, requester_name, requester_email, state_abbr)
      select ${CLAIM}, 'claim', '{}', ${PLACE}, 'Rita', upper(email), 'SC' from auth.users where id = ${ID_OF.editor}`;
    const found = [];
    for (const status of ["in_review", "approved", "in_review"]) {
      await tx`update public.service_requests set status = ${status} where id = ${CLAIM}`;
      found.push((await roles(tx)).filter(({ account_id: account }) => account === ID_OF.editor));
    }
    return found;
  });
  expect(steps).toEqual([[], [{ account_id: ID_OF.editor, role: "owner" }], []]);
});
