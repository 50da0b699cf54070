import { gzipSync } from "node:zlib";
import type { Sql } from "postgres";
import { repetitions } from "../../support/repetitions";
import type { TestGate } from "../support/gate";
import { keyboardReader, openGate } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { expect, type Page } from "../support/test";

test.use({ expectedErrors: OFFLINE_ERRORS });

/** Times that the processor of the machine is slower than it is, like a cheap phone. */
const CPU_SLOWDOWN = 4;
const LOOKUP_MS = 50;
const LIST_BYTES = 2_000_000;
/** Longest time from the opening of the page until the list that it downloads is shown, at the speed of a cheap phone. */
const OPEN_MS = 3000;
const PEOPLE = repetitions(500, 5000);
const READINGS = repetitions(12, 200);

/** Registrations with long names and one car each, a third of whom entered. */
async function fill(sql: Sql, { eventId, typeId }: TestGate): Promise<string[]> {
  const people = await sql<{ id: string }[]>`
    insert into public.event_registrations (code, event_id, type_id, full_name, email, status, confirmed_at)
    select private.new_registration_code(), ${eventId}, ${typeId}, 'Maria Aparecida dos Santos Oliveira ' || index, 'portaria@example.org', 'confirmed', now()
    from generate_series(1, ${PEOPLE}::int) as index returning id`;
  await sql`
    insert into public.registration_vehicles (registration_id, position, make, model, year)
    select id, 1, 'Volkswagen', 'Karmann-Ghia TC Conversível', 1972 from public.event_registrations where event_id = ${eventId}`;
  await sql`
    insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
    select (select id from public.event_checkin_lists where event_id = ${eventId} order by position limit 1), id, gen_random_uuid(), 'ok', now()
    from public.event_registrations where event_id = ${eventId} order by event_registrations.id limit ${Math.floor(PEOPLE / 3)}`;
  return people.map(({ id }) => id);
}

/** Milliseconds from the reading of each code until its result is in the page. */
const timeReadings = async (page: Page, codes: readonly string[]) =>
  page.evaluate(
    async ({ type, given }) => {
      const shown = (isThere: boolean) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if ((document.querySelector("[data-result]") !== null) !== isThere) return;
            watch.disconnect();
            resolve();
          };
          const watch = new MutationObserver(look);
          watch.observe(document.body, { childList: true, subtree: true });
          look();
        });
      const times: number[] = [];
      for (const code of given) {
        const start = performance.now();
        type([...code.split(""), "Enter"]);
        await shown(true);
        times.push(performance.now() - start);
        document.querySelector<HTMLButtonElement>("[role=alertdialog] button")!.click();
        await shown(false);
      }
      return times;
    },
    { type: await keyboardReader(page), given: codes },
  );

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;

test("a gate with thousands of registrations shows a result within 50 ms and downloads at most 2 MB @stress", async ({
  page,
  gate,
  sql,
  baseURL,
  extraHTTPHeaders,
}, info) => {
  const link = await gate.enrol("Portão grande");
  // Makes the lists and the key.
  await openGate(page, link);
  const people = await fill(sql, gate);
  const codes = await Promise.all(
    Array.from({ length: READINGS }, (_, turn) => gate.badge(people[(turn * 97) % people.length]!)),
  );
  const device = new Headers(extraHTTPHeaders);
  device.set("authorization", `Device ${link.split("/").at(-1)}`);
  const list = new Uint8Array(
    await (await fetch(new URL("/api/gate/list", baseURL), { headers: device })).arrayBuffer(),
  );
  expect(list.length).toBeLessThanOrEqual(LIST_BYTES);

  const session = await page.context().newCDPSession(page);
  const sent: number[] = [];
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (requestId === listRequest) sent.push(encodedDataLength);
  });
  let listRequest = "";
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.endsWith("/api/gate/list")) listRequest = requestId;
  });
  await session.send("Network.enable");
  // The device has a list from before the people were registered, so it shows this one after it was downloaded.
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const begun = performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await expect(page.getByText(`de ${PEOPLE} pessoas entraram`)).toBeVisible();
  const opening = performance.now() - begun;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  await page.context().setOffline(true);
  const times: Record<string, number[]> = {};
  for (const rate of [1, CPU_SLOWDOWN]) {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    times[`${rate}×`] = await timeReadings(page, codes);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const figures = Object.entries(times).map(
    ([rate, all]) =>
      `${rate} slower: p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms, ${all.length} readings`,
  );
  const text = [
    `${PEOPLE} registrations, list ${list.length} bytes, gzip ${gzipSync(list).length} bytes, sent ${sent.join(" ")} bytes`,
    `${CPU_SLOWDOWN}× slower: the list is shown ${Math.round(opening)} ms after the page was opened`,
    ...figures,
  ].join("\n");
  console.log(text);
  await info.attach("figures", { body: text });
  // The median does not change when other work delays single readings; the full size checks the slow ones too.
  expect(percentile(times["1×"]!, 0.5)).toBeLessThanOrEqual(LOOKUP_MS);
  if (process.env.STRESS) expect(opening).toBeLessThanOrEqual(OPEN_MS);
  if (process.env.STRESS) expect(percentile(times[`${CPU_SLOWDOWN}×`]!, 0.95)).toBeLessThanOrEqual(LOOKUP_MS);
});
