import { generateCnpj, isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { FIRST_COMMISSION } from "@/lib/commerce/sellers/rules";
import { describeAccess } from "../access";
import { ACCOUNTS, ACTORS, ID_OF, MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, asRole, becomeRole, sql } from "../as-role";
import { refused, SAVED } from "../outcomes";
import { addPlan, addSale, addSeller, newDocument } from "./sale-support";

const VENDEDORS = (tx: TransactionSql) => addSeller(tx, "vendedor");

describeAccess("sellers", VENDEDORS, [
  [
    "select the own row",
    ["vendedor", ...MAIN_ADMINS_UP],
    (tx) => tx`select from public.sellers where user_id = ${ID_OF.vendedor}`,
  ],
  [
    "select another seller's row",
    ["another_user", ...MAIN_ADMINS_UP],
    (tx) => tx`select from public.sellers where user_id = ${ID_OF.another_user}`,
    (tx) => addSeller(tx, "another_user"),
  ],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.sellers (user_id, full_name, document, phone, status) values (${ID_OF.user}, 'Eu', '52998224725', '(49) 99999-0000', 'active')`,
  ],
  ["update the own row", NOBODY, "update public.sellers set commission_percentage = 90"],
  ["delete", NOBODY, "delete from public.sellers"],
]);

const RATE = async (tx: TransactionSql) =>
  tx`insert into public.seller_commission_rates (seller_id, percentage, starts_on) values (${await VENDEDORS(tx)}, 12, '2026-01-01')`;
describeAccess("seller_commission_rates", RATE, [
  ["select", ["vendedor", ...MAIN_ADMINS_UP], "select from public.seller_commission_rates"],
  [
    "insert",
    NOBODY,
    "insert into public.seller_commission_rates (seller_id, percentage, starts_on) select id, 90, '2026-01-01' from public.sellers",
    VENDEDORS,
  ],
  ["update", NOBODY, "update public.seller_commission_rates set percentage = 90"],
  ["delete", NOBODY, "delete from public.seller_commission_rates"],
]);

const application = (changes = {}) => ({
  full_name: "Rita",
  document: newDocument(),
  phone: "(49) 99999-0000",
  states: ["sc", "SC", "xx"],
  accepts_terms: true,
  ...changes,
});
const apply = async (tx: TransactionSql, payload: object) =>
  (
    await tx<{ answer: { status?: string; reason?: string } }[]>`
      select public.apply_as_seller(${tx.json(payload as never)}) as answer`
  )[0]!.answer;
const verify = (tx: TransactionSql) => tx`update public.profiles set email_verified_at = now()`;

describe("apply_as_seller", () => {
  it.each(ACTORS.map((actor) => [actor, actor === "anon" ? "refused" : "pending"] as const))(
    "by %s is %s",
    async (actor, expected) => {
      const result = await asRole(actor, verify, (tx) => apply(tx, application())).then(
        ({ status }) => status,
        (error: { code: string }) => (error.code === "42501" ? "refused" : error.code),
      );
      expect(result).toBe(expected);
    },
  );

  it("requires a verified address", async () => {
    const unproven = (tx: TransactionSql) => tx`update public.profiles set email_verified_at = null`;
    await expect(asRole("user", unproven, (tx) => apply(tx, application()))).rejects.toMatchObject({
      code: "42501",
    });
  });

  it("ignores role, status, rate and approval sent by the applicant", async () => {
    const forged = application({
      status: "active",
      commission_percentage: 90,
      role: "vendedor",
      approved_at: "2020-01-01",
      user_id: ID_OF.admin,
    });
    const row = await asRole("user", verify, async (tx) => {
      await apply(tx, forged);
      await tx`reset role`;
      return (
        await tx`select sellers.status, commission_percentage::float, approved_at, states, role from public.sellers join public.profiles on profiles.id = user_id where user_id = ${ID_OF.user}`
      )[0];
    });
    expect(row).toEqual({
      status: "pending",
      commission_percentage: FIRST_COMMISSION,
      approved_at: null,
      states: ["SC"],
      role: "user",
    });
  });

  it.each([
    ["document", { document: "52998224724" }],
    ["document", { document: "11111111111" }],
    ["document", { document: "529.982.247-25" }],
    ["phone", { phone: "x" }],
    ["full_name", { full_name: " " }],
    ["accepts_terms", { accepts_terms: "true" }],
  ])("refuses a wrong %s %j", async (field, wrong) => {
    await expect(asRole("user", verify, (tx) => apply(tx, application(wrong)))).rejects.toMatchObject({
      message: "invalid",
      detail: field,
    });
  });

  it.each([
    ["52998224725", "cpf", true],
    ["529.982.247-25", "cpf", false],
    ["52998224725", "phone", false],
    ["+5549999990000", "phone", true],
    ["49999990000", "phone", false],
    ["rita@example.org", "email", true],
    ["rita", "email", false],
    ["123e4567-e89b-42d3-a456-426614174000", "evp", true],
    ["123e4567", "evp", false],
    ["11222333000181", "cnpj", true],
    ["x", null, false],
    ["x", "outro", false],
  ])("a Pix key %s of kind %s is accepted: %s", async (key, kind, isTaken) => {
    const result = await asRole("user", verify, (tx) =>
      apply(tx, application({ pix_key: key, pix_key_type: kind })),
    ).then(
      ({ status }) => status,
      (error: { detail: string }) => error.detail,
    );
    expect(result).toBe(isTaken ? "pending" : "pix_key");
  });

  it("reports that a document is registered by another account", async () => {
    const taken = newDocument();
    const arrange = async (tx: TransactionSql) => {
      await verify(tx);
      await tx`insert into public.sellers (user_id, full_name, document, phone) values (${ID_OF.another_user}, 'Outra', ${taken}, '(49) 99999-0000')`;
    };
    const answer = await asRole("user", arrange, (tx) => apply(tx, application({ document: taken })));
    expect(answer).toEqual(refused("taken", "document"));
  });

  it("can be repeated after a refusal and does not undo a suspension", async () => {
    const after = (status: string) =>
      asRole(
        "user",
        async (tx) => {
          await verify(tx);
          await addSeller(tx, "user", status);
        },
        (tx) => apply(tx, application()),
      );
    expect(await after("rejected")).toEqual({ ...SAVED, status: "pending" });
    expect(await after("suspended")).toEqual({ ...SAVED, status: "suspended" });
    expect(await after("active")).toEqual({ ...SAVED, status: "active" });
  });

  it("computes the same check digits as the library, also for letters", async () => {
    const changed = (text: string) =>
      text.slice(0, -1) + String((Number(text.at(-1)) + 1 + Math.trunc(Math.random() * 8)) % 10);
    const cpfs = Array.from({ length: 200 }, newDocument);
    const cnpjs = Array.from({ length: 200 }, (_, index) =>
      generateCnpj({ version: index % 2 === 0 ? 1 : 2 }).replace(/[^0-9A-Z]/g, ""),
    );
    const documents = [...cpfs, ...cnpjs, ...cpfs.map(changed), ...cnpjs.map(changed)];
    const result = await sql<
      { fits: boolean }[]
    >`select private.is_document(document) as fits from unnest(${documents}::text[]) with ordinality as given (document, place) order by place`;
    const expected = documents.map((document) =>
      document.length === 11 ? isValidCpf(document) : isValidCnpj(document, { version: 2 }),
    );
    expect(result.map(({ fits }) => fits)).toEqual(expected);
    expect(expected.filter(Boolean)).toHaveLength(400);
  });
});

type Answer = { outcome: string; status?: string };
async function decided(
  actor: Account,
  steps: readonly [string, string | null][],
  { account = "user" as Account, status = "pending", sold = false } = {},
) {
  return asOwner(async (tx) => {
    const id = await addSeller(tx, account, status);
    if (sold) await addSale(tx, id, await addPlan(tx));
    await becomeRole(tx, actor);
    const answers: Answer[] = [];
    for (const [decision, reason] of steps)
      answers.push(
        (await tx`select public.decide_seller(${id}, ${decision}, ${reason}) as answer`)[0]!.answer as Answer,
      );
    await tx`reset role`;
    const [row] =
      await tx`select sellers.status, role from public.sellers join public.profiles on profiles.id = user_id where sellers.id = ${id}`;
    return { answers, row };
  });
}

describe("decide_seller", () => {
  it.each(ACCOUNTS.map((actor) => [actor, (MAIN_ADMINS_UP as readonly string[]).includes(actor)] as const))(
    "by %s: %s",
    async (actor, may) => {
      const result = await decided(actor, [["approve", null]]).then(
        ({ row }) => row,
        ({ code }: { code: string }) => code,
      );
      expect(result).toEqual(may ? { status: "active", role: "vendedor" } : "42501");
    },
  );

  it("removes the role at a suspension and restores it at a new approval", async () => {
    expect(
      (
        await decided("main_admin", [
          ["approve", null],
          ["reject", "Fraude"],
        ])
      ).row,
    ).toEqual({ status: "suspended", role: "user" });
    expect(
      (
        await decided("main_admin", [
          ["approve", null],
          ["reject", "Fraude"],
          ["approve", null],
        ])
      ).row,
    ).toEqual({ status: "active", role: "vendedor" });
  });

  it.each(["editor", "admin", "superadministrador"] as const)(
    "keeps the role of an %s who also sells",
    async (account) => {
      expect((await decided("main_admin", [["approve", null]], { account })).row).toEqual({
        status: "active",
        role: account,
      });
      expect((await decided("main_admin", [["reject", "Saiu"]], { account, status: "active" })).row).toEqual({
        status: "suspended",
        role: account,
      });
    },
  );

  it("can undo an approval only before the first sale", async () => {
    expect(
      (
        await decided("main_admin", [
          ["approve", null],
          ["reopen", null],
        ])
      ).row,
    ).toEqual({ status: "pending", role: "user" });
    const { answers, row } = await decided("main_admin", [["reopen", null]], { status: "active", sold: true });
    expect(answers[0]?.outcome).toBe("conflict");
    expect(row).toMatchObject({ status: "active" });
  });

  it("requires a reason for a refusal", async () => {
    await expect(decided("main_admin", [["reject", " "]])).rejects.toMatchObject({
      message: "invalid",
      detail: "reason",
    });
  });
});

describe("set_seller_commission", () => {
  const set = (actor: Account, percentage: number, days: number) =>
    asOwner(async (tx) => {
      const id = await addSeller(tx, "vendedor");
      const [from] = await tx<
        { day: string }[]
      >`select to_char(private.brazilian_today() + ${days}::integer, 'YYYY-MM-DD') as day`;
      await becomeRole(tx, actor);
      await tx`select public.set_seller_commission(${id}, ${percentage}, ${from!.day})`;
      const [now] = await tx<{ rate: number }[]>`
        select percentage::float as rate from public.commission_rates(array[${id}]::uuid[])`;
      await tx`reset role`;
      const rate = async (ahead: number) =>
        Number(
          (await tx`select private.commission_rate(${id}, private.brazilian_today() + ${ahead}::integer) as rate`)[0]!
            .rate,
        );
      expect(now!.rate).toBe(await rate(0));
      return [await rate(0), await rate(days), await rate(days + 400)];
    });

  it.each(ACCOUNTS.map((actor) => [actor, (MAIN_ADMINS_UP as readonly string[]).includes(actor)] as const))(
    "by %s: %s",
    async (actor, may) => {
      const result = await set(actor, 15, 0).catch(({ code }: { code: string }) => code);
      expect(result).toEqual(may ? [15, 15, 15] : "42501");
    },
  );

  it("applies from its start date; until then the old rate applies", async () => {
    expect(await set("main_admin", 20, 7)).toEqual([10, 20, 20]);
  });

  it.each([
    [101, 0, "percentage"],
    [-1, 0, "percentage"],
    [10, -1, "starts_on"],
    [10, 1000, "starts_on"],
  ])("refuses %d per cent in %d days", async (percentage, days, field) => {
    await expect(set("main_admin", percentage, days)).rejects.toMatchObject({
      message: "invalid",
      detail: field,
    });
  });
});

describe("set_own_pix_key", () => {
  const change = (tx: TransactionSql, key: string, kind: string | null) =>
    tx`select public.set_own_pix_key(${key}, ${kind})`;
  const stored = async (tx: TransactionSql) => {
    await tx`reset role`;
    return (await tx`select pix_key, pix_key_type from public.sellers where user_id = ${ID_OF.vendedor}`)[0];
  };

  it("changes and removes the caller's key after a recent authentication", async () => {
    const row = await asRole("vendedor", VENDEDORS, async (tx) => {
      await change(tx, "rita@example.org", "email");
      return stored(tx);
    });
    expect(row).toEqual({ pix_key: "rita@example.org", pix_key_type: "email" });
    const removed = await asRole("vendedor", VENDEDORS, async (tx) => {
      await change(tx, "", "email");
      return stored(tx);
    });
    expect(removed).toEqual({ pix_key: null, pix_key_type: null });
  });

  it.each([
    ["x", "email"],
    ["rita@example.org", null],
    ["rita@example.org", "evp"],
  ])("refuses %s as %s", async (key, kind) => {
    await expect(asRole("vendedor", VENDEDORS, (tx) => change(tx, key, kind))).rejects.toMatchObject({
      message: "invalid",
      detail: "pix_key",
    });
  });

  it("refuses accounts that are not sellers", async () => {
    await expect(asRole("user", (tx) => change(tx, "", "cpf"))).rejects.toMatchObject({ code: "42501" });
  });
});
