import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { ART, addAd, addSale, cancelSale, paySale } from "./ad-rows";
import { asOwner, asRole, becomeRole, sql } from "../as-role";
import { refused } from "../outcomes";

const NEW = { advertiser: "Novo", starts_at: new Date(), ends_at: new Date(Date.now() + 86_400_000) };
const withAd = (tx: TransactionSql) => addAd(tx);
const withSoldAd = async (tx: TransactionSql) => addSale(tx);
const withStats = async (tx: TransactionSql) => {
  const { id } = await addAd(tx);
  await tx`insert into public.ad_daily_stats (ad_id, day, placement, impressions) values (${id}, current_date, 'home_top', 1)`;
};

describeAccess("ad_placements", null, [
  ["select", ACTORS, "select 1 from public.ad_placements"],
  ["insert", NOBODY, "insert into public.ad_placements values ('x', '/x', 1, 1, 1, 1, 1)"],
  ["update its shares", MAIN_ADMINS_UP, "update public.ad_placements set max_ads = 1"],
  ["update its page", NOBODY, "update public.ad_placements set page = '/x'"],
  ["delete", NOBODY, "delete from public.ad_placements"],
]);

describeAccess("ads", withAd, [
  ["select a banner of the team", EDITORS_UP, "select 1 from public.ads where sale_id is null"],
  [
    "select the banner of a sale",
    ["vendedor", ...EDITORS_UP],
    "select 1 from public.ads where advertiser = 'Pousada da Serra'",
    withSoldAd,
  ],
  ["insert", EDITORS_UP, (tx) => tx`insert into public.ads ${tx(NEW)}`],
  [
    "insert one with the status approved",
    NOBODY,
    (tx) => tx`insert into public.ads ${tx({ ...NEW, ...ART, status: "approved" })}`,
  ],
  ["update", EDITORS_UP, "update public.ads set weight = 3"],
  ["update the status", NOBODY, "update public.ads set status = 'paused'"],
  ["update the token of the report", NOBODY, "update public.link_tokens set token_hash = repeat('0', 64)"],
  ["delete", EDITORS_UP, "delete from public.ads"],
  ["delete the banner of a sale", NOBODY, "delete from public.ads where sale_id is not null", withSoldAd],
]);

describeAccess("ad_daily_stats", withStats, [
  ["select", EDITORS_UP, "select 1 from public.ad_daily_stats"],
  [
    "insert",
    NOBODY,
    "insert into public.ad_daily_stats (ad_id, day, placement) select id, current_date, 'home_top' from public.ads",
    withAd,
  ],
  ["update", NOBODY, "update public.ad_daily_stats set clicks = 1000"],
  ["delete", NOBODY, "delete from public.ad_daily_stats"],
]);

it("the placements in the code are equal to those in the database", async () => {
  const rows = await sql<{ key: string }[]>`select key from public.ad_placements order by display_order`;
  expect(rows.map(({ key }) => key)).toEqual([...PLACEMENTS]);
});

describe("the banner of a sale", () => {
  const STEPS = {
    art: (tx: TransactionSql, sale: string) => tx`update public.ads set ${tx(ART)} where sale_id = ${sale}`,
    paid: paySale,
    cancelled: cancelSale,
    refunded: cancelSale,
  };
  const after = (steps: readonly (keyof typeof STEPS)[]) =>
    asOwner(async (tx) => {
      const sale = await addSale(tx);
      for (const step of steps) await STEPS[step](tx, sale);
      return tx<{ status: string }[]>`select status from public.ads where sale_id = ${sale}`;
    });

  it.each([
    [[], "awaiting_payment"],
    [["art"], "awaiting_payment"],
    [["paid"], "awaiting_art"],
    [["paid", "paid"], "awaiting_art"],
    [["art", "paid"], "in_review"],
    [["paid", "art"], "in_review"],
    [["cancelled"], "stopped"],
    [["cancelled", "paid"], "stopped"],
    [["cancelled", "art", "paid"], "stopped"],
    [["cancelled", "paid", "art"], "stopped"],
    [["art", "cancelled", "paid"], "stopped"],
    [["paid", "cancelled", "art"], "stopped"],
    [["art", "paid", "refunded"], "stopped"],
    [["paid", "art", "refunded"], "stopped"],
    [["paid", "refunded", "paid", "art"], "stopped"],
  ] as const)("after %j is %s, and exists once", async (steps, status) => {
    expect([...(await after(steps))]).toEqual([{ status }]);
  });

  it("gets the contract period from midnight in Brasília, and the plan's places", async () => {
    const [ad] = await asOwner(async (tx) => {
      const sale = await addSale(tx, { placements: ["state_home", "gone_place"], states_limit: 2 });
      return tx`select starts_at, ends_at, placements, states_limit, advertiser from public.ads where sale_id = ${sale}`;
    });
    expect(ad).toEqual({
      starts_at: new Date("2030-01-01T03:00:00Z"),
      ends_at: new Date("2030-01-31T03:00:00Z"),
      placements: ["state_home"],
      states_limit: 2,
      advertiser: "Pousada da Serra",
    });
  });

  it("is created for banner plans only", async () => {
    const rows = await asOwner(async (tx) => {
      const sale = await addSale(tx, { planType: "listing" });
      return tx`select 1 from public.ads where sale_id = ${sale}`;
    });
    expect(rows).toHaveLength(0);
  });

  it("stops with a refund and cannot be restarted by anyone", async () => {
    const statuses = await asOwner(async (tx) => {
      const sale = await addSale(tx);
      await STEPS.art(tx, sale);
      await paySale(tx, sale);
      await tx`update public.ads set status = 'approved' where sale_id = ${sale}`;
      await cancelSale(tx, sale);
      await tx`update public.ads set status = 'approved' where sale_id = ${sale}`;
      return tx<{ status: string }[]>`select status from public.ads where sale_id = ${sale}`;
    });
    expect(statuses[0]?.status).toBe("stopped");
  });
});

describe("a banner", () => {
  it("of the team first waits for art, then for review", async () => {
    const statuses = await asRole("editor", async (tx) => {
      const [made] = await tx<{ id: string; status: string }[]>`insert into public.ads ${tx(NEW)} returning id, status`;
      const [full] = await tx<
        { status: string }[]
      >`update public.ads set ${tx(ART)} where id = ${made!.id} returning status`;
      const [bare] = await tx<
        { status: string }[]
      >`update public.ads set link_url = null where id = ${made!.id} returning status`;
      return [made?.status, full?.status, bare?.status];
    });
    expect(statuses).toEqual(["awaiting_art", "in_review", "awaiting_art"]);
  });

  it("is created and changed by the panel's form, with audit entries", async () => {
    const [ad, trail] = await asRole("editor", async (tx) => {
      const given = { ...NEW, ...ART, placements: ["home_top"], states: ["SC"], weight: 2 };
      const [made] = await tx<
        { saved: { id: string; updated_at: string } }[]
      >`select public.save_record('ads', null, null, ${tx.json(given as never)}) as saved`;
      const { id } = made!.saved;
      await tx`select public.save_record('ads', ${id}, (select updated_at from public.ads where id = ${id}), ${tx.json({ weight: 5 })})`;
      return [
        (await tx`select status, weight, states from public.ads where id = ${id}`)[0],
        await tx`select * from public.record_trail('ads', ${id})`,
      ];
    });
    expect(ad).toEqual({ status: "in_review", weight: 5, states: ["SC"] });
    expect(trail).toHaveLength(2);
  });

  it.each([
    [{ link_url: "http://example.org" }],
    [{ link_url: "javascript:alert(1)" }],
    [{ image_desktop: "https://example.org/a.png" }],
    [{ placements: ["nowhere"] }],
    [{ states: ["XX"] }],
    [{ weight: 0 }],
    [{ weight: 101 }],
    [{ ends_at: new Date(0) }],
    [{ alt: "" }],
  ])("that is running does not accept %j", async (values) => {
    await expect(asOwner((tx) => addAd(tx, values))).rejects.toMatchObject({ code: "23514" });
  });
});

describe("running_ads", () => {
  const DAY = 86_400_000;
  it.each([
    ["approved", -1, 1, true],
    ["approved", -1, -0.001, false],
    ["approved", 0.005, 2, true],
    ["approved", 0.02, 2, false],
    ["paused", -1, 1, false],
    ["in_review", -1, 1, false],
    ["ended", -1, 1, false],
    ["stopped", -1, 1, false],
    ["awaiting_payment", -1, 1, false],
  ])("%s from day %d to day %d: %s", async (status, from, until, runs) => {
    const rows = await asRole(
      "anon",
      (tx) =>
        addAd(tx, {
          status,
          starts_at: new Date(Date.now() + Math.min(from, until - 1) * DAY),
          ends_at: new Date(Date.now() + until * DAY),
        }),
      (tx) => tx`select * from public.running_ads()`,
    );
    expect(rows.length > 0).toBe(runs);
  });

  it("contains what a page displays, but no contract or report data", async () => {
    const [row] = await asRole(
      "anon",
      (tx) => addAd(tx, { states: ["SC"] }),
      (tx) => tx`select * from public.running_ads()`,
    );
    expect(Object.keys(row!).sort()).toEqual([
      "alt",
      "ends_at",
      "id",
      "image_desktop",
      "image_mobile",
      "link_url",
      "placements",
      "starts_at",
      "states",
      "weight",
    ]);
  });
});

describe("decide_ad", () => {
  const decide = (
    decision: string,
    values: Record<string, unknown> = {},
    reason: string | null = null,
    expectedStatus: string | null = null,
    before?: (tx: TransactionSql) => Promise<unknown>,
  ) =>
    asOwner(async (tx) => {
      await before?.(tx);
      const { id } = await addAd(tx, { status: "in_review", ...values });
      await becomeRole(tx, "editor");
      const [row] = await tx<
        { answer: { outcome: string; status?: string } }[]
      >`select public.decide_ad(${id}, ${decision}, ${reason}, ${expectedStatus}) as answer`;
      return row!.answer;
    });

  it.each([
    ["approve", "in_review", "approved"],
    ["reject", "in_review", "rejected"],
    ["pause", "approved", "paused"],
    ["resume", "paused", "approved"],
    ["end", "approved", "ended"],
    ["end", "paused", "ended"],
    ["reopen", "rejected", "in_review"],
    ["reopen", "approved", "in_review"],
  ])("%s makes %s %s", async (decision, status, next) => {
    expect(await decide(decision, { status }, "motivo")).toEqual({ outcome: "saved", status: next });
  });

  it.each([
    ["approve", "awaiting_payment"],
    ["approve", "stopped"],
    ["resume", "stopped"],
    ["reopen", "stopped"],
    ["reopen", "ended"],
    ["approve", "approved"],
    ["pause", "in_review"],
  ])("as %s changes nothing of %s", async (decision, status) => {
    expect(await decide(decision, { status }, "motivo")).toMatchObject({ outcome: "conflict", status });
  });

  it("returns to the second of two editors that a decision exists", async () => {
    expect(await decide("approve", {}, null, "awaiting_art")).toMatchObject({ outcome: "conflict" });
  });

  it("requires a reason for a refusal, and the permission", async () => {
    await expect(decide("reject")).rejects.toMatchObject({ message: "invalid" });
    for (const actor of ["user", "vendedor"] as const) {
      await expect(
        asRole(actor, (tx) => tx`select public.decide_ad(gen_random_uuid(), 'approve')`),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("requires as many states as the plan includes, and a future period", async () => {
    expect(await decide("approve", { states_limit: 2 })).toEqual(refused("states_needed"));
    expect(await decide("approve", { states_limit: 2, states: ["SC", "PR", "RS"] })).toEqual(refused("states_needed"));
    expect(await decide("approve", { states_limit: 2, states: ["SC", "PR"] })).toMatchObject({ outcome: "saved" });
    expect(await decide("approve", { ends_at: new Date(Date.now() - 1000) })).toEqual(refused("period_over"));
  });

  it("does not exceed the capacity of a place", async () => {
    const fillPlacement = (states: string[]) => async (tx: TransactionSql) => {
      for (let index = 0; index < 12; index++) await addAd(tx, { placements: ["route_page"], states });
    };
    expect(
      await decide("approve", { placements: ["route_page"], states: ["SC"] }, null, null, fillPlacement(["SC"])),
    ).toEqual(refused("placement_full"));
    expect(
      await decide("approve", { placements: ["route_page"], states: ["PR"] }, null, null, fillPlacement(["SC"])),
    ).toMatchObject({ outcome: "saved" });
    expect(await decide("approve", { placements: ["blog_inline"] }, null, null, fillPlacement([]))).toMatchObject({
      outcome: "saved",
    });
  });
});
