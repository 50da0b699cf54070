import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { acting, addOwnedPlace, OTHER_PLACE, PLACE } from "./place-rows";
import { GONE, refused, SAVED } from "../outcomes";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const TOKEN = "t".repeat(43);

async function addInvitation(tx: TransactionSql) {
  await addOwnedPlace(tx);
  await tx`
    insert into public.service_invitations (id, service_id, email, token_hash, created_by)
    values (gen_random_uuid(), ${PLACE}, 'nova@example.org', ${hash(TOKEN)}, ${ID_OF.user})`;
}

describeAccess("service_invitations", addInvitation, [
  [
    "select",
    ["user", ...EDITORS_UP],
    (tx) => tx`select email from public.service_invitations where service_id = ${PLACE}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.service_invitations (id, service_id, email) values (${randomUUID()}, ${PLACE}, 'x@example.org')`,
    addOwnedPlace,
  ],
  ["update", NOBODY, "update public.service_invitations set expires_at = now() + interval '1 year'"],
  ["delete", NOBODY, (tx) => tx`delete from public.service_invitations where service_id = ${PLACE}`],
]);

const members = (tx: TransactionSql) =>
  tx<{ account_id: string; role: string }[]>`
    select account_id, role from public.service_members where service_id = ${PLACE} order by role, account_id`;

const CLAIM = "c1a10000-0000-4000-8000-000000000002";
const addClaim = (tx: TransactionSql) => tx`
  insert into public.service_requests (id, kind, payload, service_id, requester_name, requester_email, state_abbr)
  select ${CLAIM}, 'claim', '{}', ${PLACE}, 'Rita', upper(email), 'SC' from auth.users where id = ${ID_OF.editor}`;
const decide = (tx: TransactionSql, status: string) =>
  tx`update public.service_requests set status = ${status}, decided_at = case when ${status} = 'approved' then now() end where id = ${CLAIM}`;
const confirm = (tx: TransactionSql, at: Date | null) =>
  tx`update public.profiles set email_verified_at = ${at} where id = ${ID_OF.editor}`;

it("an address that is confirmed after the approval gives access then, with a notice, and only once", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, null);
    await addClaim(tx);
    await decide(tx, "approved");
    expect(await members(tx)).toHaveLength(2);
    await confirm(tx, new Date());
    expect(await members(tx)).toContainEqual({ account_id: ID_OF.editor, role: "owner" });
    const [notice] =
      await tx`select link from public.notifications where user_id = ${ID_OF.editor} order by created_at desc limit 1`;
    expect(notice?.link).toBe(`/painel/lugares/${PLACE}`);
    // Somebody who left does not return by confirming the address again.
    await tx`delete from public.service_members where account_id = ${ID_OF.editor}`;
    await confirm(tx, null);
    await confirm(tx, new Date());
    expect(await members(tx)).toHaveLength(2);
  }));

it("a confirmed address gives no access while the claim is undecided, refused or taken back", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, null);
    await addClaim(tx);
    for (const status of ["in_review", "rejected"]) {
      await decide(tx, status);
      await confirm(tx, new Date());
      expect(await members(tx)).toHaveLength(2);
      await confirm(tx, null);
    }
    await decide(tx, "approved");
    await decide(tx, "in_review");
    await confirm(tx, new Date());
    expect(await members(tx)).toHaveLength(2);
  }));

it("taking a claim back ends its access, also after the account changed its address", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, new Date());
    await addClaim(tx);
    await decide(tx, "approved");
    expect(await members(tx)).toHaveLength(3);
    await tx`update auth.users set email = 'outra@example.org' where id = ${ID_OF.editor}`;
    await decide(tx, "in_review");
    expect(await members(tx)).toHaveLength(2);
  }));

/** A request for the place as a new one, which the team applied to the guide. */
const addNewPlace = async (tx: TransactionSql, payload: Record<string, boolean | string>) => {
  await tx`
    insert into public.service_requests (id, kind, payload, requester_name, requester_email, state_abbr)
    select ${CLAIM}, 'new', ${tx.json(payload)}, 'Rita', email, 'SC' from auth.users where id = ${ID_OF.editor}`;
  await tx`
    update public.service_requests
    set status = 'approved', decided_at = now(), result_id = ${PLACE},
      result_table = ${payload.subject === "club" ? "clubs" : "services"}
    where id = ${CLAIM}`;
};

it("a new place belongs to its sender after the approval, until the decision is taken back", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, new Date());
    await addNewPlace(tx, { runs_place: true });
    expect(await members(tx)).toContainEqual({ account_id: ID_OF.editor, role: "owner" });
    const [mail] = await tx`select template, data from private.decided_requests() where request_id = ${CLAIM}`;
    expect(mail).toMatchObject({ template: "claim_approved", data: { path: `/painel/lugares/${PLACE}` } });
    await decide(tx, "in_review");
    expect(await members(tx)).toHaveLength(2);
  }));

it.each([
  ["without the statement of the sender", {}],
  ["with a text in place of the statement", { runs_place: "true" }],
  ["of a club", { runs_place: true, subject: "club" }],
] as const)("a new place %s gives no access", (_, payload) =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, new Date());
    await addNewPlace(tx, payload);
    expect(await members(tx)).toHaveLength(2);
  }),
);

it("the decision mail of a claim leads to the page of the place", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await addClaim(tx);
    await decide(tx, "approved");
    const [mail] = await tx`select template, data from private.decided_requests() where request_id = ${CLAIM}`;
    expect(mail).toMatchObject({ template: "claim_approved", data: { path: `/painel/lugares/${PLACE}` } });
  }));

const invite = (tx: TransactionSql, service: string, email = "nova@example.org", token = TOKEN) =>
  tx<{ answer: { outcome: string } }[]>`
    select public.invite_place_staff(${service}, ${email}, ${randomUUID()}, ${hash(token)}) as answer`;
const accept = async (tx: TransactionSql, token = TOKEN) =>
  (await tx<{ answer: { outcome: string } }[]>`select public.accept_place_invitation(${token}) as answer`)[0]!.answer;

it("an owner invites, one account accepts, reading accepts nothing", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const [made] = await acting(tx, "user", (tx) => invite(tx, PLACE));
    expect(made!.answer.outcome).toBe("saved");
    const [mail] =
      await tx`select data from private.outbox where job = 'send-mail' and data ->> 'template' = 'place_invitation'`;
    expect(JSON.stringify(mail)).not.toContain(TOKEN);
    await acting(tx, "admin", async (tx) => {
      const [page] = await tx`select public.read_place_invitation(${TOKEN}) as page`;
      expect(page!.page).toMatchObject({ state: "open", place: "Oficina do Teste", service_id: null });
    });
    expect(await members(tx)).toHaveLength(2);
    expect(await acting(tx, "admin", (tx) => accept(tx))).toEqual({ outcome: "saved", service_id: PLACE });
    expect(await members(tx)).toContainEqual({ account_id: ID_OF.admin, role: "staff" });
    expect(await acting(tx, "editor", (tx) => accept(tx))).toMatchObject(refused("accepted"));
    expect(await members(tx)).toHaveLength(3);
  }));

it("an expired, revoked, replaced or unknown link gives no access", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    expect(await acting(tx, "admin", (tx) => accept(tx))).toEqual({ outcome: "gone" });
    await acting(tx, "user", (tx) => invite(tx, PLACE));
    await acting(tx, "user", (tx) => invite(tx, PLACE, "NOVA@example.org", "u".repeat(43)));
    expect(await acting(tx, "admin", (tx) => accept(tx))).toMatchObject(refused("revoked"));
    await tx`update public.service_invitations set expires_at = now() where revoked_at is null`;
    expect(await acting(tx, "admin", (tx) => accept(tx, "u".repeat(43)))).toMatchObject(refused("expired"));
    expect(await members(tx)).toHaveLength(2);
  }));

it.each([
  ["staff", "vendedor", PLACE],
  ["the owner of another place", "user", OTHER_PLACE],
  ["an editor of the team", "editor", PLACE],
] as const)("%s cannot invite", (_who, account, place) =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await expect(acting(tx, account, (tx) => invite(tx, place))).rejects.toMatchObject({ code: "42501" });
  }),
);

it("an owner removes staff but no owner; staff remove nobody and leave", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`insert into public.service_members (service_id, account_id, role) values (${PLACE}, ${ID_OF.admin}, 'owner')`;
    const remove = async (tx: TransactionSql, account: string) =>
      (await tx`select public.remove_place_member(${PLACE}, ${account}) as gone`)[0]!.gone as boolean;
    expect(await acting(tx, "user", (tx) => remove(tx, ID_OF.admin))).toEqual(GONE);
    expect(await acting(tx, "user", (tx) => remove(tx, ID_OF.vendedor))).toEqual(SAVED);
    await tx`insert into public.service_members (service_id, account_id, role) values (${PLACE}, ${ID_OF.vendedor}, 'staff')`;
    await acting(tx, "vendedor", (tx) => tx`select public.leave_place(${PLACE})`);
    expect(await members(tx)).toHaveLength(2);
    // The team removes an owner too.
    expect(await acting(tx, "editor", (tx) => remove(tx, ID_OF.admin))).toEqual(SAVED);
  }));

it("staff cannot remove anybody", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await expect(
      acting(tx, "vendedor", (tx) => tx`select public.remove_place_member(${PLACE}, ${ID_OF.user})`),
    ).rejects.toMatchObject({ code: "42501" });
  }));

it("the team gives access to a confirmed address only", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await confirm(tx, null);
    const email = (await tx<{ email: string }[]>`select email from auth.users where id = ${ID_OF.editor}`)[0]!.email;
    const add = async (tx: TransactionSql) =>
      (await tx`select public.set_place_member(${PLACE}, ${email}, 'staff') as answer`)[0]!.answer as unknown;
    expect(await acting(tx, "admin", add)).toEqual({ outcome: "gone" });
    await confirm(tx, new Date());
    expect(await acting(tx, "admin", add)).toEqual({ outcome: "saved" });
    expect(await members(tx)).toContainEqual({ account_id: ID_OF.editor, role: "staff" });
  }));
