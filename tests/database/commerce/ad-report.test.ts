import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { addLink } from "../../support/link-rows";
import { ACTORS } from "../actors";
import { ART, addAd, addSale, paySale } from "./ad-rows";
import { asOwner, asRole } from "../as-role";
import { refused } from "../outcomes";

const JOB = "service_role" as const;
const adOf = async (tx: TransactionSql, sale: string) =>
  (
    await tx<
      { id: string; links: number }[]
    >`select id, (select count(*)::int from public.link_tokens where ad_id = ads.id) as links from public.ads where sale_id = ${sale}`
  )[0]!;

type Event = { ad: string; placement: string; state: string | null; kind: string };
const count = (tx: TransactionSql, events: readonly Event[]) =>
  tx`select public.record_ad_events(${tx.json(events)}) as rows`;
const statsOf = (tx: TransactionSql) => tx<
  { placement: string; state_abbr: string | null; impressions: number; clicks: number }[]
>`
  select placement, state_abbr, impressions, clicks from public.ad_daily_stats order by placement, state_abbr nulls first`;

/** The statistics of a banner after recording some batches. */
async function after(values: Record<string, unknown>, batches: readonly (readonly Omit<Event, "ad">[])[]) {
  let id = "";
  return asRole(
    JOB,
    async (tx) => {
      await tx`delete from public.ad_daily_stats`;
      id = (await addAd(tx, values)).id;
    },
    async (tx) => {
      for (const batch of batches)
        await count(
          tx,
          batch.map((event) => ({ ad: id, ...event })),
        );
      return [...(await statsOf(tx))];
    },
  );
}

const view = { placement: "route_page", state: "SC", kind: "view" };
const click = { ...view, kind: "click" };

describe("record_ad_events", () => {
  it("adds up views and clicks per day, place and state", async () => {
    expect(
      await after({}, [
        [view, click],
        [view],
        [
          { ...view, state: "PR" },
          { ...view, placement: "home_top", state: null },
        ],
      ]),
    ).toEqual([
      { placement: "home_top", state_abbr: null, impressions: 1, clicks: 0 },
      { placement: "route_page", state_abbr: "PR", impressions: 1, clicks: 0 },
      { placement: "route_page", state_abbr: "SC", impressions: 2, clicks: 1 },
    ]);
  });

  it("ignores repeated events in one batch", async () => {
    expect(await after({}, [Array.from({ length: 20 }, () => [view, click]).flat()])).toEqual([
      { placement: "route_page", state_abbr: "SC", impressions: 1, clicks: 3 },
    ]);
  });

  it.each([
    [{ status: "paused" }, view],
    [{ status: "in_review" }, view],
    [{ status: "stopped" }, view],
    [{ starts_at: new Date(Date.now() + 60_000) }, view],
    [{ ends_at: new Date(Date.now() - 1000) }, view],
    [{ placements: ["blog_inline"] }, view],
    [{ states: ["PR"] }, view],
    [{ states: ["PR"] }, { ...view, state: null }],
    [{}, { ...view, placement: "nowhere" }],
    [{}, { ...view, state: "XX" }],
    [{}, { ...view, kind: "purchase" }],
  ])("of %j ignores %j", async (values, event) => {
    expect(await after(values, [[event]])).toEqual([]);
  });

  it("ignores unknown banners and rejects invalid batches", async () => {
    await asRole(JOB, async (tx) => {
      const [row] = await count(tx, [
        { ad: "x", ...view },
        { ad: "00000000-0000-4000-8000-000000000000", ...view },
      ]);
      expect(row?.rows).toBe(0);
    });
    for (const payload of [{}, null, "x", Array.from({ length: 41 }, () => view)]) {
      await expect(asRole(JOB, (tx) => tx`select public.record_ad_events(${tx.json(payload)})`)).rejects.toMatchObject({
        message: "invalid",
      });
    }
  });

  it.each(ACTORS)("is refused for %s", async (actor) => {
    await expect(asRole(actor, (tx) => tx`select public.record_ad_events('[]')`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(asRole(actor, (tx) => tx`select public.submit_ad_art('x', '{}')`)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("read_ad_report", () => {
  it("returns the sums of days, places and states for a valid token", async () => {
    let token = "";
    const report = await asRole(
      "anon",
      async (tx) => {
        const { id, report_token } = await addAd(tx);
        token = report_token;
        await tx`insert into public.ad_daily_stats (ad_id, day, placement, state_abbr, impressions, clicks) values
          (${id}, '2026-11-01', 'route_page', 'SC', 10, 1), (${id}, '2026-11-01', 'home_top', null, 5, 0), (${id}, '2026-11-02', 'route_page', 'PR', 3, 2)`;
      },
      async (tx) =>
        (await tx<{ report: Record<string, unknown> }[]>`select public.read_ad_report(${token}) as report`)[0]?.report,
    );
    expect(report).toMatchObject({
      advertiser: "Anunciante de teste",
      status: "approved",
      days: [
        { day: "2026-11-01", impressions: 15, clicks: 1 },
        { day: "2026-11-02", impressions: 3, clicks: 2 },
      ],
      byPlacement: [
        { name: "route_page", impressions: 13, clicks: 3 },
        { name: "home_top", impressions: 5, clicks: 0 },
      ],
      byState: [
        { name: "SC", impressions: 10, clicks: 1 },
        { name: null, impressions: 5, clicks: 0 },
        { name: "PR", impressions: 3, clicks: 2 },
      ],
    });
    expect(JSON.stringify(report)).not.toContain("example.org/ana");
  });

  it("contains no buyer data and returns null for any other token", async () => {
    const [report, none] = await asOwner(async (tx) => {
      const sale = await addSale(tx);
      const token = await addLink(tx, "report", (await adOf(tx, sale)).id);
      const [row] = await tx<{ report: object }[]>`select public.read_ad_report(${token}) as report`;
      const [other] = await tx<{ report: object | null }[]>`select public.read_ad_report('nada') as report`;
      return [row?.report, other?.report];
    });
    expect(JSON.stringify(report)).not.toMatch(/ana@example|99999|Ana|price|commission|token/);
    expect(none).toBeNull();
  });
});

describe("ad_of_payment", () => {
  const ofPayment = (tx: TransactionSql, token: string) =>
    tx<{ ad: string | null }[]>`select public.ad_of_payment(${token}) as ad`;

  it("returns the banner of a paid sale's link only", async () => {
    let [link, banner] = ["", ""];
    const read = async (arrange: (tx: TransactionSql, sale: string) => Promise<unknown>) =>
      asRole(
        JOB,
        async (tx) => {
          const sale = await addSale(tx);
          banner = (await adOf(tx, sale)).id;
          link = await addLink(tx, "payment", sale);
          await arrange(tx, sale);
        },
        async (tx) => [
          (await ofPayment(tx, link))[0]?.ad,
          (await ofPayment(tx, "nada"))[0]?.ad,
          (await ofPayment(tx, banner))[0]?.ad,
        ],
      );
    expect(await read(async () => {})).toEqual([null, null, null]);
    expect(await read(paySale)).toEqual([banner, null, null]);
    expect(
      await read(
        async (tx, sale) => (
          await paySale(tx, sale),
          tx`update public.sales set cancelled_at = now(), cancel_reason = 'refunded' where id = ${sale}`
        ),
      ),
    ).toEqual([null, null, null]);
  });
});

describe("submit_ad_art", () => {
  const PAYLOAD = { ...ART, states: ["pr", "SC", "XX", "RS"] };
  const submit = async (tx: TransactionSql, sale: string, payload: Record<string, unknown> = PAYLOAD) => {
    const { id, links } = await adOf(tx, sale);
    const token = await addLink(tx, "report", id, { version: links + 1 });
    return tx<
      { answer: { outcome: string; status?: string; replaced?: string[] } }[]
    >`select public.submit_ad_art(${token}, ${tx.json(payload as never)}) as answer`;
  };

  it("submits the art of a paid sale for review, for as many states as were paid", async () => {
    const [answer, ad] = await asOwner(async (tx) => {
      const sale = await addSale(tx, { states_limit: 2 });
      await paySale(tx, sale);
      const [row] = await submit(tx, sale);
      return [row?.answer, (await tx`select states, status from public.ads where sale_id = ${sale}`)[0]];
    });
    expect(answer).toEqual({ outcome: "saved", status: "in_review", replaced: [] });
    expect(ad).toEqual({ states: ["PR", "RS"], status: "in_review" });
  });

  it("returns the files that new art replaces, and returns a rejected banner to review", async () => {
    const NEWER = "/arte/2026-11/00000000-0000-4000-8000-0000000000d3.webp";
    const answer = await asOwner(async (tx) => {
      const sale = await addSale(tx);
      await paySale(tx, sale);
      await submit(tx, sale);
      await tx`update public.ads set status = 'rejected', reason = 'ilegível' where sale_id = ${sale}`;
      const [row] = await submit(tx, sale, { ...ART, image_desktop: NEWER });
      return row?.answer;
    });
    expect(answer).toEqual({ outcome: "saved", status: "in_review", replaced: [ART.image_desktop] });
  });

  it.each(["approved", "paused", "ended", "stopped"])("is refused when the banner is %s", async (status) => {
    const [row] = await asOwner(async (tx) => {
      const sale = await addSale(tx);
      await paySale(tx, sale);
      await submit(tx, sale);
      await tx`update public.ads set status = ${status} where sale_id = ${sale}`;
      return submit(tx, sale);
    });
    expect(row?.answer).toEqual(refused("closed"));
  });

  it.each([[{ link_url: "http://example.org" }], [{ alt: " " }], [{ image_desktop: "/midia/x" }]])(
    "refuses %j",
    async (values) => {
      const attempt = asOwner(async (tx) => submit(tx, await addSale(tx), { ...ART, ...values }));
      await expect(attempt).rejects.toMatchObject({ message: "invalid" });
    },
  );
});
