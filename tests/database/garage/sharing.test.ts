import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, callAs } from "../as-role";
import { addInvitation, emailOf, hashOf, LINK, TOKEN } from "./sharing-rows";
import { addSharedVehicle, addVehicle, VEHICLE } from "./vehicle-support";
import { GONE, keyOf, refused } from "../outcomes";

describeAccess("vehicle_invitations", addInvitation, [
  ["select", ["user"], "select id from public.vehicle_invitations"],
  ["select of the hash of the token", NOBODY, "select token_hash from public.vehicle_invitations"],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, expires_at)
      values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'ana@example.org', 'editor', now())`,
    addVehicle,
  ],
  ["update", NOBODY, "update public.vehicle_invitations set role = 'editor'"],
  ["delete", NOBODY, "delete from public.vehicle_invitations"],
]);

const invite = async (tx: TransactionSql, email = "ana@example.org", role = "viewer") =>
  keyOf(
    tx`select public.invite_vehicle_member(gen_random_uuid(), ${VEHICLE}, ${email}, ${role}, ${hashOf(randomUUID())}) as answer`,
  );
const accept = async (tx: TransactionSql) => {
  const [row] = await tx`select public.accept_vehicle_invitation(${TOKEN}) as answer`;
  return row!.answer as object;
};
const read = async (tx: TransactionSql) =>
  (await tx`select public.read_vehicle_invitation(${TOKEN}) as answer`)[0]!.answer as Record<string, unknown>;
const members = (tx: TransactionSql) =>
  tx`select account_id, role from public.vehicle_members where vehicle_id = ${VEHICLE}`;
const mails = (tx: TransactionSql) =>
  tx`select data from private.outbox where job = 'send-mail' and data ->> 'template' = 'vehicle_invitation'`;

describe("inviting to a car", () => {
  it("mails the person a link whose token is neither in the mail queue nor in the row", async () => {
    const { status, queued, text } = await asOwner(async (tx) => {
      await addVehicle(tx);
      const answer = await callAs(tx, "user", (inner) => invite(inner, " Ana@Example.org "));
      const [stored] = await tx`select row_to_json(i)::text as text from public.vehicle_invitations as i`;
      return { status: answer, queued: await mails(tx), text: stored!.text as string };
    });
    expect(status).toBe("saved");
    expect(text).toContain('"email":"ana@example.org"');
    expect(queued).toHaveLength(1);
    expect(queued[0]!.data).toMatchObject({ to: "ana@example.org", data: { title: "Opala", status: "viewer" } });
    expect(Object.keys(queued[0]!.data.data).toSorted()).toEqual(["name", "status", "title", "vehicle_invitation"]);
  });

  it.each<[Actor, string]>([
    ["another_user", "gone"],
    ["editor", "gone"],
    ["vendedor", "gone"],
    ["superadministrador", "gone"],
  ])("%s, who does not own the car, is answered %s", async (actor, status) => {
    expect(await asRole(actor, addSharedVehicle, (tx) => invite(tx))).toBe(status);
  });

  it.each([
    ["the own address", emailOf("user"), "own"],
    ["a member", emailOf("editor"), "member"],
    ["no address", "ana", "invalid"],
  ])("%s is refused", async (_, email, status) => {
    expect(await asRole("user", addSharedVehicle, (tx) => invite(tx, email))).toBe(status);
  });

  it("a car has 10 members and open invitations at most, and a second invitation replaces the first", async () => {
    const answers = await asRole("user", addSharedVehicle, async (tx) => {
      const statuses: string[] = [];
      for (let index = 0; index < 9; index++) statuses.push(await invite(tx, `p${index}@example.org`));
      return [...statuses.slice(6), await invite(tx, "p0@example.org"), await invite(tx, "new@example.org")];
    });
    expect(answers).toEqual(["saved", "saved", "limit", "saved", "limit"]);
  });

  it("an account sends 30 invitations a day at most", async () => {
    const status = await asRole(
      "user",
      async (tx) => {
        await addVehicle(tx);
        await tx`
          insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, expires_at, revoked_at)
          select gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, n || '@example.org', 'viewer', now(), now() from generate_series(1, 30) as n`;
      },
      (tx) => invite(tx),
    );
    expect(status).toBe("too_many");
  });
});

describe("accepting an invitation", () => {
  it("makes the invited account a member, once", async () => {
    const found = await asOwner(async (tx) => {
      await addInvitation(tx, { role: "editor" });
      const answers = await callAs(tx, "another_user", async (inner) => [await accept(inner), await accept(inner)]);
      const taken = await callAs(tx, "vendedor", accept);
      return { answers, taken, rows: [...(await members(tx))], shown: await callAs(tx, "another_user", read) };
    });
    expect(found.answers).toEqual([
      { outcome: "saved", vehicle: VEHICLE },
      { outcome: "saved", vehicle: VEHICLE },
    ]);
    expect(found.taken).toEqual(refused("taken"));
    expect(found.rows).toEqual([{ account_id: ID_OF.another_user, role: "editor" }]);
    expect(found.shown).toEqual({ state: "accepted", vehicle_id: VEHICLE });
  });

  it.each([
    ["another account", "vendedor", {}, "wrong_account"],
    ["after the end", "another_user", { days: -1 }, "expired"],
    ["after it was revoked", "another_user", { revoked: true }, "revoked"],
  ] as const)("%s is refused", async (_, actor, given, status) => {
    const found = await asOwner(async (tx) => {
      await addInvitation(tx, given);
      return { answer: await callAs(tx, actor, accept), rows: [...(await members(tx))] };
    });
    expect(found).toEqual({ answer: refused(status), rows: [] });
  });

  it("an unknown token and a car in the trash are refused", async () => {
    expect(await asRole("another_user", accept)).toEqual(GONE);
    const answer = await asOwner(async (tx) => {
      await addInvitation(tx);
      await tx`update public.vehicles set deleted_at = now()`;
      return callAs(tx, "another_user", accept);
    });
    expect(answer).toEqual(GONE);
  });

  it("reading shows what is offered and to which masked address, and changes nothing", async () => {
    const found = await asOwner(async (tx) => {
      await addInvitation(tx);
      const shown = [await callAs(tx, "anon", read), await callAs(tx, "another_user", read)];
      return { shown, other: await callAs(tx, "vendedor", read), rows: [...(await members(tx))] };
    });
    expect(found.shown[0]).toMatchObject({
      state: "open",
      role: "viewer",
      vehicle: "Opala",
      email: "a***@actors.example.org",
      is_mine: null,
    });
    expect([found.shown[1]!.is_mine, found.other.is_mine]).toEqual([true, false]);
    expect(found.rows).toEqual([]);
  });
});

describe("members of a car", () => {
  const change = (tx: TransactionSql) =>
    tx`select public.set_vehicle_member_role(${VEHICLE}, ${ID_OF.vendedor}, 'editor') as done`;
  const remove = (tx: TransactionSql) => tx`select public.remove_vehicle_member(${VEHICLE}, ${ID_OF.vendedor}) as done`;
  const revoke = (tx: TransactionSql) => tx`select public.revoke_vehicle_invitation(${LINK}) as done`;
  const done = async (actor: Actor, run: typeof change, arrange = addSharedVehicle) =>
    (await asRole(actor, arrange, run))[0]!.done.outcome === "saved";

  it.each<[Actor, boolean, boolean]>([
    ["user", true, true],
    ["vendedor", false, true],
    ["editor", false, false],
    ["another_user", false, false],
    ["superadministrador", false, false],
  ])("%s changes the role of a member: %s, removes it: %s", async (actor, changes, removes) => {
    expect([await done(actor, change), await done(actor, remove)]).toEqual([changes, removes]);
  });

  it.each<[Actor, boolean]>([
    ["user", true],
    ["another_user", false],
    ["superadministrador", false],
  ])("%s revokes an invitation: %s", async (actor, revokes) => {
    expect(await done(actor, revoke, addInvitation)).toBe(revokes);
  });

  it("the owner reads names of members, members read the name of the owner, others nothing", async () => {
    const lists = (tx: TransactionSql) =>
      tx`select public.list_vehicle_members(${VEHICLE}) as members, public.list_shared_vehicles() as shared`;
    const [owner] = await asRole("user", addSharedVehicle, lists);
    const [viewer] = await asRole("vendedor", addSharedVehicle, lists);
    const [other] = await asRole("another_user", addSharedVehicle, lists);
    expect(owner!.members).toHaveLength(2);
    expect(owner!.shared).toEqual([]);
    expect(viewer).toEqual({ members: [], shared: [{ vehicle_id: VEHICLE, owner: expect.any(String) }] });
    expect(other).toEqual({ members: [], shared: [] });
  });
});
