import { createHash, randomBytes } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { outcomeKey } from "../../../lib/platform/outcome";

const TOKEN = randomBytes(32).toString("base64url");
const HASH = createHash("sha256").update(TOKEN).digest("hex");

const addRequest = async (tx: TransactionSql) => {
  const [row] = await tx<{ id: string }[]>`
    insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr)
    values ('new', '{"name": "Museu do Carro", "category_key": "museum"}', 'Ana', 'ana@example.org', 'SC') returning id`;
  return row!.id;
};
const addToken = async (tx: TransactionSql, change = "") => {
  const id = await addRequest(tx);
  await tx`insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at, created_by) values (${HASH}, 'service_request', ${id}, now() + interval '1 day', ${ID_OF.admin})`;
  if (change) await tx.unsafe(`update public.approval_tokens set ${change}`);
  return id;
};
const insertAs = (id: string) => (tx: TransactionSql) =>
  tx`
  insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at, created_by)
  values (${HASH}, 'service_request', gen_random_uuid(), now() + interval '1 day', ${id})`;

describeAccess("approval_tokens", addToken, [
  ["select", ADMINS_UP, (tx) => tx`select 1 from public.approval_tokens where token_hash = ${HASH}`],
  ["insert in another's name", ["admin"], insertAs(ID_OF.admin)],
  [
    "update to revoke",
    ADMINS_UP,
    (tx) => tx`update public.approval_tokens set revoked_at = now() where token_hash = ${HASH}`,
  ],
  [
    "update to extend it",
    NOBODY,
    (tx) => tx`update public.approval_tokens set expires_at = now() + interval '30 days' where token_hash = ${HASH}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.approval_tokens where token_hash = ${HASH}`],
]);

const decide = async (tx: TransactionSql, decision: string, reason: string | null = null, token = TOKEN) => {
  const [row] = await tx`select public.decide_approval(${token}, ${decision}, ${reason}, 'Maria', 'abc') as answer`;
  return outcomeKey(row!.answer as Parameters<typeof outcomeKey>[0]);
};

describe("an approval link", () => {
  it("shows the place but not the requester, and reading it changes nothing", async () => {
    const { read, status } = await asOwner(async (tx) => {
      const id = await addToken(tx);
      await becomeRole(tx, "anon");
      const rows = await tx`select * from public.read_approval(${TOKEN})`;
      await tx`select * from public.read_approval(${TOKEN})`;
      await tx`reset role`;
      return { read: rows[0], status: (await tx`select status from public.service_requests where id = ${id}`)[0] };
    });
    expect(read).toMatchObject({ state: "open", kind: "new", content: { name: "Museu do Carro", state: "SC" } });
    expect(JSON.stringify(read)).not.toContain("ana@example.org");
    expect(status).toEqual({ status: "received" });
  });

  it.each([
    ["a place of the sender", true, true],
    ["a place of somebody else", false, undefined],
  ] as const)("of %s says whether the sender gets access: %s", async (_, runsPlace, shown) => {
    const read = await asOwner(async (tx) => {
      const id = await addToken(tx);
      await tx`update public.service_requests set payload = payload || ${tx.json({ runs_place: runsPlace })} where id = ${id}`;
      return (await tx`select content from public.read_approval(${TOKEN})`)[0];
    });
    expect(read!.content.runsPlace).toBe(shown);
  });

  it("can be used once, even with repeated submissions", async () => {
    const answers = await asOwner(async (tx) => {
      await addToken(tx);
      await becomeRole(tx, "anon");
      return {
        first: await decide(tx, "approve"),
        second: await decide(tx, "reject", "Mudei de ideia"),
        count: await tx`reset role`.then(
          () => tx`select count(*)::int from public.services where name = 'Museu do Carro'`,
        ),
      };
    });
    expect(answers).toMatchObject({ first: "saved", second: "used", count: [{ count: 1 }] });
  });

  it("creates a draft instead of a published place, and stores who decided", async () => {
    const rows = await asOwner(async (tx) => {
      await addToken(tx);
      await callAs(tx, "anon", () => decide(tx, "approve"));
      return [
        (await tx`select status from public.services where name = 'Museu do Carro'`)[0],
        (await tx`select decision, decided_name, ip_hash, used_at is not null as used from public.approval_tokens`)[0],
      ];
    });
    expect(rows).toEqual([
      { status: "draft" },
      { decision: "approve", decided_name: "Maria", ip_hash: "abc", used: true },
    ]);
  });

  it.each([
    ["expired", "created_at = now() - interval '3 days', expires_at = now() - interval '1 day'", "expired"],
    ["revoked", "revoked_at = now()", "revoked"],
  ])("that is %s cannot be used", async (_, change, outcome) => {
    expect(
      await asOwner(async (tx) => {
        await addToken(tx, change);
        await becomeRole(tx, "anon");
        return decide(tx, "approve");
      }),
    ).toBe(outcome);
  });

  it("of a request that the team has decided cannot be used", async () => {
    const answer = await asOwner(async (tx) => {
      const id = await addToken(tx);
      await tx`update public.service_requests set status = 'rejected' where id = ${id}`;
      await becomeRole(tx, "anon");
      return decide(tx, "approve");
    });
    expect(answer).toBe("closed");
  });

  it("returns nothing for an unknown token, and requires a reason and a valid decision", async () => {
    await asOwner(async (tx) => {
      await addToken(tx);
      await becomeRole(tx, "anon");
      expect(await decide(tx, "approve", null, "x".repeat(43))).toBe("gone");
      expect(await tx`select 1 from public.read_approval(${"x".repeat(43)})`).toHaveLength(0);
    });
    for (const decision of ["reject", "publish"]) {
      await expect(
        asOwner(async (tx) => {
          await addToken(tx);
          await becomeRole(tx, "anon");
          return decide(tx, decision);
        }),
      ).rejects.toMatchObject({ message: "invalid" });
    }
  });
});
