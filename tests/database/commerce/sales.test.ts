import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole, sql } from "../as-role";
import { service, signedInUser, visitor } from "../auth-client";
import { addPlan, addSale, addSeller, addSignatures, fileHash, newDocument, salePayload } from "./sale-support";

const SALE = async (tx: TransactionSql) => addSale(tx, await addSeller(tx, "vendedor"), await addPlan(tx));
/** Adds another seller's sale, and a seller without sales. */
const OTHERS = async (tx: TransactionSql) => {
  await addSeller(tx, "vendedor");
  return addSale(tx, await addSeller(tx, "another_user"), await addPlan(tx));
};

describeAccess("sales", SALE, [
  ["select", ["vendedor", ...MAIN_ADMINS_UP], "select from public.sales"],
  ["select another seller's", ["another_user", ...MAIN_ADMINS_UP], "select from public.sales", OTHERS],
  [
    "insert",
    NOBODY,
    "insert into public.sales (seller_id, plan_id) select id, (select id from public.publication_plans limit 1) from public.sellers",
    SALE,
  ],
  ["update", NOBODY, "update public.sales set client_phone = '(49) 98888-0001'"],
  ["delete", NOBODY, "delete from public.sales"],
]);

describeAccess("sale_terms", null, [
  ["select", ACTORS, "select from public.sale_terms"],
  ["insert", NOBODY, "insert into public.sale_terms (version, clauses) values ('2027-01', array['a', 'b', 'c', 'd'])"],
  ["update", NOBODY, "update public.sale_terms set published_at = now()"],
  ["delete", NOBODY, "delete from public.sale_terms"],
]);

type Row = Record<string, unknown> & { id: string };
type Facts = Awaited<ReturnType<typeof salePayload>> & Record<string, unknown>;

/** Creates a sale as vendedor, with a payload that `change` may make invalid. */
const sell = (
  change: (payload: Facts, tx: TransactionSql, seller: string) => Promise<object> | object = () => ({}),
  arrange?: (tx: TransactionSql) => Promise<unknown>,
) =>
  asOwner(async (tx) => {
    const seller = await addSeller(tx, "vendedor");
    const payload = await salePayload(tx, seller, await addPlan(tx));
    const sent = { ...payload, ...(await change(payload, tx, seller)) };
    await arrange?.(tx);
    await becomeRole(tx, "vendedor");
    return {
      seller,
      payload,
      sale: (await tx`select public.create_sale(${tx.json(sent as never)}) as sale`)[0]!.sale as Row,
    };
  });

describe("create_sale", () => {
  it("calculates price, days, end and commission itself and ignores sent values", async () => {
    const forged = {
      price_cents: 1,
      price: 1,
      commission_percentage: 99,
      duration_days: 999,
      end_date: "2099-01-01",
      payment_status: "paid",
      paid_at: "2026-01-01",
      seller_id: randomUUID(),
      payment_token: "x",
      number: 7,
      cancelled_at: "2026-01-01",
      contract_sha256: "0".repeat(64),
    };
    const { sale, seller, payload } = await sell(() => forged);
    expect(sale).toMatchObject({
      price_cents: 19050,
      commission_percentage: 10,
      duration_days: 30,
      payment_status: "pending",
      paid_at: null,
      cancelled_at: null,
      seller_id: seller,
    });
    expect(sale.end_date).toBe(new Date(Date.parse(payload.start_date) + 30 * 86_400_000).toISOString().slice(0, 10));
    expect(sale).not.toHaveProperty("payment_token");
    expect(sale.contract_sha256).not.toBe("0".repeat(64));
  });

  it("stores a hash of every fact of the contract and of both signature files", async () => {
    await asOwner(async (tx) => {
      const seller = await addSeller(tx, "vendedor");
      const payload = await salePayload(tx, seller, await addPlan(tx));
      await becomeRole(tx, "vendedor");
      const sale = (await tx`select public.create_sale(${tx.json(payload)}) as sale`)[0]!.sale as Row;
      await tx`reset role`;
      const hashOf = async (sellerFile = fileHash("seller"), clientFile = fileHash("client")) =>
        (await tx`select public.contract_hash(${sale.id}, ${sellerFile}, ${clientFile}) as hash`)[0]!.hash as string;
      expect(await hashOf()).toBe(sale.contract_sha256);
      expect(await hashOf(fileHash("other"))).not.toBe(sale.contract_sha256);
      expect(await hashOf(fileHash("seller"), fileHash("other"))).not.toBe(sale.contract_sha256);
      const changes: Record<string, unknown> = {
        plan_name: "Outro",
        price_cents: 1,
        client_company_name: "Outra",
        client_document: "11444777000161",
        client_contact_name: "Outro",
        client_email: "outro@example.org",
        client_phone: "(49) 90000-0000",
        seller_name: "Outra",
        seller_document: "11444777000161",
        portal_party: "Outra",
        placements: ["home_top"],
        states_limit: 3,
        states: ["SC"],
        is_remote_signing: true,
        client_signed_name: "Outro",
        terms_version: "2026-01",
      };
      const hashes: unknown[] = [sale.contract_sha256];
      for (const [column, value] of Object.entries(changes)) {
        await tx`update public.sales set ${tx({ [column]: value })} where id = ${sale.id}`;
        hashes.push(await hashOf());
      }
      expect(new Set(hashes).size).toBe(1 + Object.keys(changes).length);
    });
  });

  it.each([
    ["another price than the plan's", "seen_price_cents", () => ({ seen_price_cents: 100 })],
    ["no price at all", "seen_price_cents", () => ({ seen_price_cents: null })],
    ["old terms", "terms_version", () => ({ terms_version: "2025-01" })],
    ["a document with a wrong digit", "client_document", () => ({ client_document: "52998224724" })],
    ["a document of repeated digits", "client_document", () => ({ client_document: "111.111.111-11" })],
    ["a document that is too short", "client_document", () => ({ client_document: "1234567890" })],
    ["terms that were not accepted", "accepts_terms", () => ({ accepts_terms: "yes" })],
    [
      "a file that was not uploaded",
      "seller_signature_url",
      ({ seller_signature_url }: Facts) => ({ seller_signature_url: seller_signature_url.replace(/\d_/, "x_") }),
    ],
    [
      "one signature for both",
      "client_signature_url",
      ({ seller_signature_url }: Facts) => ({ client_signature_url: seller_signature_url }),
    ],
    ["no client signature", "client_signature_url", () => ({ client_signature_url: null })],
    [
      "another seller's signature",
      "seller_signature_url",
      async (_: Facts, tx: TransactionSql) => addSignatures(tx, await addSeller(tx, "another_user")),
    ],
    [
      "an inactive plan",
      "plan_id",
      async (_: Facts, tx: TransactionSql) => ({ plan_id: await addPlan(tx, { active: false }) }),
    ],
    [
      "a suggested plan",
      "plan_id",
      async (_: Facts, tx: TransactionSql) => ({ plan_id: await addPlan(tx, { example: true }) }),
    ],
    [
      "a plan of another type",
      "plan_id",
      async (_: Facts, tx: TransactionSql) => ({ plan_id: await addPlan(tx, { type: "listing" }) }),
    ],
    ["an unknown plan", "plan_id", () => ({ plan_id: "x" })],
    ["a past start date", "start_date", () => ({ start_date: "2020-01-01" })],
    ["an infinite start date", "start_date", () => ({ start_date: "infinity" })],
    ["no company", "client_company_name", () => ({ client_company_name: "  " })],
    ["an invalid e-mail", "client_email", () => ({ client_email: "joao" })],
    ["no request id", "client_request_id", () => ({ client_request_id: null })],
    ["an invalid file hash", "seller_file_sha256", () => ({ seller_file_sha256: "x" })],
  ])("refuses %s", async (_, field, change) => {
    await expect(sell(change as Parameters<typeof sell>[0])).rejects.toMatchObject({
      message: "invalid",
      detail: field,
    });
  });

  it("refuses signatures of an earlier sale", async () => {
    const reused = sell(async ({ seller_signature_url }, tx, seller) => {
      const plan = await addPlan(tx);
      await addSale(tx, seller, plan);
      await tx`update public.sales set seller_signature_url = ${seller_signature_url} where seller_id = ${seller}`;
      return {};
    });
    await expect(reused).rejects.toMatchObject({ message: "invalid", detail: "seller_signature_url" });
  });

  it.each(["pending", "suspended", "rejected"])(
    "refuses a %s seller and an account without application",
    async (status) => {
      await expect(
        sell(
          () => ({}),
          (tx) => tx`update public.sellers set status = ${status}`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
      await expect(asRole("main_admin", (tx) => tx`select public.create_sale('{}')`)).rejects.toMatchObject({
        code: "42501",
      });
      await expect(asRole("anon", (tx) => tx`select public.create_sale('{}')`)).rejects.toMatchObject({
        code: "42501",
      });
    },
  );
});

describe("over REST, as called by browsers", () => {
  type Member = Awaited<ReturnType<typeof signedInUser>> & { seller: string };
  const png = () => new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: "image/png" });
  let [one, two]: Member[] = [];
  let plan = "";

  const member = async (): Promise<Member> => {
    const user = await signedInUser();
    await sql`update public.profiles set role = 'vendedor', email_verified_at = now() where id = ${user.id}`;
    const [row] = await sql<
      { id: string }[]
    >`insert into public.sellers (user_id, full_name, document, phone, status) values (${user.id}, 'Vendedora', ${newDocument()}, '(49) 99999-0000', 'active') returning id`;
    return { ...user, seller: row!.id };
  };
  const upload = async (
    { client, seller }: Member,
    folder = seller,
    at = String(Date.now() + Math.trunc(Math.random() * 1e9)),
  ) => {
    const paths = [`${folder}/${at}_seller.png`, `${folder}/${at}_client.png`];
    const answers = await Promise.all(paths.map((path) => client.storage.from("sales-assets").upload(path, png())));
    return { paths, error: answers.find(({ error }) => error)?.error ?? null };
  };
  const payloadOf = async (paths: readonly string[]) => ({
    client_request_id: randomUUID(),
    plan_id: plan,
    seen_price_cents: 19050,
    start_date: (await sql<{ day: string }[]>`select to_char(private.brazilian_today(), 'YYYY-MM-DD') as day`)[0]!.day,
    client_company_name: "Empresa",
    client_document: "529.982.247-25",
    client_contact_name: "Ana",
    client_email: "ana@example.org",
    client_phone: "(49) 98888-0000",
    terms_version: "2026-11-2",
    accepts_terms: true,
    seller_signature_url: paths[0],
    client_signature_url: paths[1],
    seller_file_sha256: fileHash("a"),
    client_file_sha256: fileHash("b"),
  });

  beforeAll(async () => {
    await sql`update public.ad_placements set max_ads = 1000`;
    [one, two] = [await member(), await member()];
    plan = (
      await sql<
        { id: string }[]
      >`insert into public.publication_plans (name, price, duration_days) values ('Banner REST', 190.5, 30) returning id`
    )[0]!.id;
  });
  afterAll(async () => {
    await sql`update public.ad_placements set max_ads = 12`;
    await sql`delete from public.ads where sale_id in (select id from public.sales where plan_id = ${plan})`;
    await sql`delete from public.sales where plan_id = ${plan}`;
    await sql`delete from storage.objects where bucket_id = 'sales-assets' and split_part(name, '/', 1) in (${one!.seller}, ${two!.seller})`;
    await sql`delete from public.sellers where id in (${one!.seller}, ${two!.seller})`;
    await sql`delete from public.publication_plans where id = ${plan}`;
  });

  it("creates one sale for twenty concurrent requests", async () => {
    const payload = await payloadOf((await upload(one!)).paths);
    const answers = await Promise.all(Array.from({ length: 20 }, () => one!.client.rpc("create_sale", { payload })));
    expect(answers.filter(({ error }) => error)).toEqual([]);
    expect(new Set(answers.map(({ data }) => (data as { id: string }).id)).size).toBe(1);
    expect((await sql`select from public.sales where client_request_id = ${payload.client_request_id}`).count).toBe(1);
  });

  it("returns its sale for a repeated request, and names differing fields", async () => {
    const payload = await payloadOf((await upload(one!)).paths);
    const first = await one!.client.rpc("create_sale", { payload });
    const again = await one!.client.rpc("create_sale", {
      payload: { ...payload, client_company_name: " Empresa ", seller_signature_url: "", client_signature_url: "" },
    });
    expect((again.data as { id: string }).id).toBe((first.data as { id: string }).id);
    const other = await one!.client.rpc("create_sale", {
      payload: {
        ...payload,
        client_company_name: "Outra",
        client_document: "11444777000161",
        is_remote_signing: true,
        seen_price_cents: 100,
        client_phone: "(49) 97777-0000",
      },
    });
    expect(other.error).toMatchObject({
      message: "sale_differs",
      details: "seen_price_cents,client_company_name,client_document,client_phone,is_remote_signing",
    });
    await one!.client.rpc("cancel_sale", { id: (first.data as { id: string }).id, reason: "Desistiu" });
    expect((await one!.client.rpc("create_sale", { payload })).error).toMatchObject({
      message: "sale_differs",
      details: "cancelled_at",
    });
    expect((await sql`select from public.sales where client_request_id = ${payload.client_request_id}`).count).toBe(1);
  });

  it("replaces an own unpaid sale once", async () => {
    const wrong = (await one!.client.rpc("create_sale", { payload: await payloadOf((await upload(one!)).paths) }))
      .data as { id: string };
    const replace = async (member: Member, replaces: string) =>
      member.client.rpc("create_sale", {
        payload: { ...(await payloadOf((await upload(member)).paths)), replaces_sale_id: replaces },
      });
    const corrected = (await replace(one!, wrong.id)).data as { number: number };
    expect(
      (
        await sql`select cancelled_at is not null as cancelled, cancel_reason from public.sales where id = ${wrong.id}`
      )[0],
    ).toEqual({ cancelled: true, cancel_reason: `Substituída pela venda nº ${corrected.number}` });
    for (const [member, id] of [
      [one!, wrong.id],
      [two!, wrong.id],
      [one!, randomUUID()],
      [one!, "nada"],
    ] as const) {
      expect((await replace(member, id)).error).toMatchObject({
        message: "invalid",
        details: "replaces_sale_id",
      });
    }
  });

  it.each(["review", "paid"])("does not replace a sale with a payment in %s", async (status) => {
    const sale = (await one!.client.rpc("create_sale", { payload: await payloadOf((await upload(one!)).paths) }))
      .data as { id: string };
    const [payment] = await sql<
      { id: string }[]
    >`insert into public.payments (subject_type, subject_id, method, provider, amount_cents, status, paid_at) values ('sale', ${sale.id}, 'pix', 'pix', 19050, ${status}, now()) returning id`;
    const { error } = await one!.client.rpc("create_sale", {
      payload: { ...(await payloadOf((await upload(one!)).paths)), replaces_sale_id: sale.id },
    });
    expect(error).toMatchObject({ message: "invalid", details: "replaces_sale_id" });
    await sql`delete from public.payments where id = ${payment!.id}`;
  });

  it("returns only their own sales to sellers", async () => {
    expect(
      (await two!.client.rpc("create_sale", { payload: await payloadOf((await upload(two!)).paths) })).error,
    ).toBeNull();
    for (const { client, seller } of [one!, two!]) {
      const { data } = await client.from("sales").select("seller_id");
      expect(data?.length).toBeGreaterThan(0);
      expect(data?.every((sale) => sale.seller_id === seller)).toBe(true);
      expect((await client.from("sellers").select("id")).data).toEqual([{ id: seller }]);
    }
    expect((await visitor().from("sales").select("id")).data ?? []).toEqual([]);
  });

  it("cannot be bypassed by writing sales or sellers directly", async () => {
    const { client, seller } = one!;
    const tries = [
      client.from("sales").insert({ seller_id: seller }),
      client.from("sales").update({ payment_status: "paid" }).eq("seller_id", seller),
      client.from("sales").delete().eq("seller_id", seller),
      client.from("sellers").update({ commission_percentage: 99 }).eq("id", seller),
      client.from("sellers").insert({ user_id: one!.id }),
    ];
    await client.from("profiles").update({ role: "main_admin" }).eq("id", one!.id);
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ data: null, error: { code: "42501" } });
    expect((await sql`select role from public.profiles where id = ${one!.id}`)[0]?.role).toBe("vendedor");
    expect((await sql`select from public.sales where payment_status = 'paid' and plan_id = ${plan}`).count).toBe(0);
  });

  it("keeps signatures in the seller's folder, not readable by anonymous visitors", async () => {
    expect((await upload(one!, two!.seller)).error).not.toBeNull();
    expect((await upload(one!, one!.seller, "1")).error).not.toBeNull();
    const otherClient = (await signedInUser()).client;
    const { paths } = await upload(one!);
    for (const client of [two!.client, otherClient, visitor()]) {
      expect((await client.storage.from("sales-assets").download(paths[0]!)).error).not.toBeNull();
      expect((await client.storage.from("sales-assets").createSignedUrl(paths[0]!, 60)).error).not.toBeNull();
    }
    expect(
      (await fetch(one!.client.storage.from("sales-assets").getPublicUrl(paths[0]!).data.publicUrl)).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await one!.client.storage.from("sales-assets").download(paths[0]!)).error).toBeNull();
    expect(
      (await one!.client.storage.from("sales-assets").upload(paths[0]!, png(), { upsert: true })).error,
    ).not.toBeNull();
  });

  it("lists files without a sale for a seller manager, who can delete only those", async () => {
    const manager = await signedInUser();
    await sql`update public.profiles set role = 'main_admin' where id = ${manager.id}`;
    const orphans = (await upload(one!)).paths;
    const used = (
      await sql<
        { path: string }[]
      >`select seller_signature_url as path from public.sales where seller_id = ${one!.seller} limit 1`
    )[0]!.path;
    const listed = (await manager.client.rpc("orphan_signatures", { older_than_hours: 0 })).data as { path: string }[];
    expect(listed.map(({ path }) => path)).toEqual(expect.arrayContaining(orphans));
    expect(listed.map(({ path }) => path)).not.toContain(used);
    expect((await manager.client.rpc("orphan_signatures", {})).data).toEqual([]);
    expect((await one!.client.rpc("orphan_signatures", { older_than_hours: 0 })).data).toEqual([]);
    await one!.client.storage.from("sales-assets").remove(orphans);
    expect((await service.storage.from("sales-assets").download(orphans[0]!)).error).toBeNull();
    await manager.client.storage.from("sales-assets").remove([...orphans, used]);
    expect((await service.storage.from("sales-assets").download(orphans[0]!)).error).not.toBeNull();
    expect((await service.storage.from("sales-assets").download(used)).error).toBeNull();
  });
});
