import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CacheTag } from "@/lib/platform/cache-tags";
import { ACTORS } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { variable } from "../auth-client";
import { stubProjectEnv } from "../project-env";

const SOURCE = "00000000-0000-4000-8000-00000000e001";

type Answer = { until: string; is_continued: boolean; rows: { id: number; tags: string[]; source: string | null }[] };

async function read(since: string | null): Promise<Answer> {
  return (await sql<{ answer: Answer }[]>`select public.read_expired_tags(${since}) as answer`)[0]!.answer;
}
const tagsOf = ({ rows }: Answer) => rows.map(({ tags }) => tags);

/** Entries after the position that another read returns; Postgres' own transactions (ANALYZE) can delay it. */
const readAgain = async ({ until }: Answer) => tagsOf(await read((await read(until)).until));

const forget = () => sql`delete from private.expired_tags`;
beforeEach(forget);
afterEach(forget);

/** A transaction on a connection of its own that has changed something and waits. */
async function openChange(tags: string) {
  const other = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });
  onTestFinished(() => other.end());
  await other`begin`;
  await other`select private.expire_tags(${tags}::text[])`;
  return { commit: () => other`commit`, rollBack: () => other`rollback` };
}

describe("expired tags", () => {
  it("are read after a position, with the process that saved them", async () => {
    const { until } = await read(null);
    await sql`select public.expire_tags('{regions:SC,ads}', ${SOURCE})`;
    await sql`select private.expire_tags('{blog}')`;
    expect((await read(until)).rows).toEqual([
      { id: expect.any(Number), tags: ["regions:SC", "ads"], source: SOURCE },
      { id: expect.any(Number), tags: ["blog"], source: null },
    ]);
  });

  it("without a position are none", async () => {
    await sql`select private.expire_tags('{blog}')`;
    expect(await read(null)).toMatchObject({ is_continued: false, rows: [] });
  });

  it("are not returned again at the new position", async () => {
    const first = await read(null);
    await sql`select private.expire_tags('{blog}')`;
    const second = await read(first.until);
    expect([second.is_continued, tagsOf(second)]).toEqual([true, [["blog"]]]);
    await expect.poll(() => readAgain(second)).toEqual([]);
  });

  it("of a transaction that is committed after later ones are not missed", async () => {
    const { until } = await read(null);
    const early = await openChange("{ads}");
    await sql`select private.expire_tags('{blog}')`;
    const second = await read(until);
    expect(tagsOf(second)).toEqual([["blog"]]);
    await early.commit();
    const third = await read(second.until);
    expect(tagsOf(third)).toEqual([["ads"], ["blog"]]);
    await expect.poll(() => readAgain(third)).toEqual([]);
  });

  it("of a transaction that is rolled back are none", async () => {
    const { until } = await read(null);
    const change = await openChange("{ads}");
    await change.rollBack();
    expect(tagsOf(await read(until))).toEqual([]);
  });

  it("are stored once per transaction and process", async () => {
    const rows = await asOwner(async (tx) => {
      await tx`select private.expire_tags('{blog}') from generate_series(1, 3)`;
      for (let n = 0; n < 2; n++) await tx`select private.expire_tags('{blog}', ${SOURCE})`;
      await tx`select private.expire_tags('{}')`;
      await tx`select private.expire_tags(null)`;
      return tx`select tags, source from private.expired_tags order by id`;
    });
    expect([...rows]).toEqual([
      { tags: ["blog"], source: null },
      { tags: ["blog"], source: SOURCE },
    ]);
  });

  it("of a position that this database has not reached yet are not continued", async () => {
    const { until } = await read(null);
    expect((await read(String(BigInt(until) + 1_000_000n))).is_continued).toBe(false);
  });

  it.each(ACTORS)("cannot be read or added by %s", async (actor) => {
    for (const call of ["public.read_expired_tags(null)", "public.expire_tags('{blog}', null)"]) {
      const answer = asRole(actor, (tx) => tx.unsafe(`select ${call}`));
      await expect(answer).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("are read and added by the server", async () => {
    const [row] = await asRole("service_role", async (tx) => {
      await tx`select public.expire_tags('{blog}', ${SOURCE})`;
      return tx<{ answer: Answer }[]>`select public.read_expired_tags('1') as answer`;
    });
    expect(row!.answer.rows.map(({ source }) => source)).toEqual([SOURCE]);
  });
});

/** The modules of one web process. */
async function webProcess() {
  vi.resetModules();
  delete (globalThis as { lacambecheProcess?: string }).lacambecheProcess;
  stubProjectEnv();
  const [{ publishExpiredTags }, { ExpiredTags }] = [
    await import("@/lib/platform/expired-tags"),
    await import("@/web/expired-tags"),
  ];
  const expired: (readonly CacheTag[] | null)[] = [];
  const reader = new ExpiredTags(undefined, (tags) => void expired.push(tags));
  await reader.poll();
  return { save: publishExpiredTags, poll: () => reader.poll(), expired };
}

describe("two web processes", () => {
  it("expire what the other saved and what the database changed, each once", async () => {
    const [one, two] = [await webProcess(), await webProcess()];
    await one.save(["regions:SC"]);
    await sql`select private.expire_tags('{blog}')`;
    for (const each of [one, two, one, two]) await each.poll();
    expect(one.expired).toEqual([null, ["blog"]]);
    expect(two.expired).toEqual([null, ["regions:SC", "blog"]]);
  });
});
