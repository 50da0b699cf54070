import { ROLES } from "../../../lib/platform/auth/permissions";
import { cookieHeader, demoAccount, openSession, publishableKey } from "../support/accounts";
import { actionIds } from "../support/action-ids";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { expect, test } from "../support/test";
import { addLink, addTrip, PLAN, ROUTE, storedTrip } from "../support/trip-rows";
import { variable } from "../support/variable";

const CODE = "QWERTYUP";
/** Names that only the owner and the members may read. */
const PRIVATE = /Serra do ensaio|Dona do ensaio/;

test.describe.configure({ mode: "serial" });

for (const role of ROLES) {
  test(`somebody else's trip, link and convoy are refused for ${role}`, async ({ baseURL, sql, visitorAs }) => {
    const owner = await createAccount(sql, "user");
    const visitor = await visitorAs(role);
    const session = await openSession(demoAccount(role));
    try {
      const trip = await addTrip(sql, owner);
      await addLink(sql, trip, owner, "edit");
      const [share] = await sql<{ id: string }[]>`select id from public.trip_shares where trip_id = ${trip}`;
      await addConvoy(sql, owner);

      await test.step("pages and files", async () => {
        for (const path of [`?viagem=${trip}`, ...["roteiro", "gpx", "kml", "ics"].map((file) => `/${trip}/${file}`)]) {
          const answer = await visitor.get(`/planejador-rota${path}`);
          expect(answer.status(), path).toBe(404);
          expect(await answer.text(), path).not.toMatch(PRIVATE);
        }
        expect(await (await visitor.get("/planejador-rota")).text()).not.toContain(trip);
        const convoy = await visitor.get(`/comboio/${CODE}`);
        expect(await convoy.text()).not.toMatch(PRIVATE);
      });

      await test.step("actions", async () => {
        const ids = actionIds();
        const run = async (name: string, page: string, input: object) => {
          const id = ids.get(name);
          expect(id, name).toBeDefined();
          const answer = await fetch(new URL(page, baseURL), {
            method: "POST",
            redirect: "manual",
            headers: {
              cookie: cookieHeader(session.cookies),
              "next-action": id!,
              accept: "text/x-component",
              origin: baseURL!,
            },
            body: JSON.stringify([input]),
          });
          return answer.text();
        };
        const plan = "/planejador-rota";
        expect(await run("travel/saved-trips/renameTripAction", plan, { id: trip, title: "x" })).toContain('"gone"');
        expect(await run("travel/saved-trips/duplicateTripAction", plan, { id: trip, title: "x" })).toContain('"gone"');
        expect(await run("travel/saved-trips/setTripDeletedAction", plan, { id: trip, isDeleted: true })).toContain(
          '"gone"',
        );
        const input = { trip, scope: "view", days: 7, parts: [] };
        expect(await run("travel/saved-trips/shares/shareTripAction", plan, input)).toContain('"gone"');
        expect(await run("travel/saved-trips/shares/revokeShareAction", plan, { id: share!.id })).toContain('"gone"');
        const end = { code: CODE, changes: { is_ended: true } };
        await run("travel/convoys/changeConvoyAction", `/comboio/${CODE}`, end);
        await run("travel/convoys/leaveConvoyAction", `/comboio/${CODE}`, { code: CODE, member: owner.id });
      });

      await test.step("handlers", async () => {
        const input = { id: trip, version: 1, plan: PLAN, route: ROUTE };
        const saved = await visitor.post("/api/trips", { data: { token: null, input } });
        expect([saved.status(), await saved.json()]).toEqual([
          403,
          { outcome: "refused", field: null, reason: "forbidden" },
        ]);
        const report = { status: "help", place: null, hide: false };
        expect((await visitor.post(`/api/convoys/${CODE}`, { data: report })).status()).toBe(404);
      });

      await test.step("REST", async () => {
        const rest = (path: string, init: RequestInit = {}) =>
          fetch(new URL(`/rest/v1/${path}`, variable("TEST_MAILBOX_URL")), {
            ...init,
            headers: {
              apikey: publishableKey(),
              authorization: `Bearer ${session.accessToken}`,
              "content-type": "application/json",
              prefer: "return=representation",
            },
          });
        const tables = [
          `trips?id=eq.${trip}`,
          `trip_shares?trip_id=eq.${trip}`,
          `convoys?code=eq.${CODE}`,
          `convoy_members?account_id=eq.${owner.id}`,
          `convoy_positions?account_id=eq.${owner.id}`,
        ];
        for (const table of tables) {
          const read = await rest(`${table}&select=*`);
          // Without a right to a column or the table the answer is an error, otherwise it is empty.
          if (read.status === 200) expect(await read.json(), table).toEqual([]);
          else expect([401, 403], table).toContain(read.status);
          for (const method of ["PATCH", "DELETE"]) {
            const changed = await rest(table, { method, ...(method === "PATCH" && { body: '{"id":null}' }) });
            expect([400, 401, 403], `${method} ${table}`).toContain(changed.status);
          }
        }
        const seen = await rest("rpc/read_convoy", { method: "POST", body: JSON.stringify({ code: CODE }) });
        expect(await seen.text()).not.toMatch(PRIVATE);
      });

      expect(await storedTrip(sql, trip)).toEqual({ title: PLAN.title, version: 1 });
      const [row] = await sql`
        select (select revoked_at is null from public.trip_shares where id = ${share!.id}) as is_open,
          (select count(*)::int from public.trip_shares where trip_id = ${trip}) as links,
          (select ends_at > now() from public.convoys where code = ${CODE}) as is_running,
          (select count(*)::int from public.convoy_members where account_id = ${owner.id}) as members`;
      expect(row).toEqual({ is_open: true, links: 1, is_running: true, members: 1 });
    } finally {
      await sql`delete from public.convoys where code = ${CODE}`;
      await deleteAccount(sql, owner);
    }
  });
}

type Sql = Parameters<typeof addTrip>[0];

async function addConvoy(sql: Sql, { id }: OwnAccount): Promise<void> {
  const [convoy] = await sql<{ id: string }[]>`
    insert into public.convoys (code, name, leader_id, ends_at)
    values (${CODE}, 'Serra do ensaio', ${id}, now() + interval '1 hour') returning id`;
  await sql`
    insert into public.convoy_members (convoy_id, account_id, name, role)
    values (${convoy!.id}, ${id}, 'Dona do ensaio', 'leader')`;
  await sql`
    insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
    values (${convoy!.id}, ${id}, -27.8, -50.3, 10, now(), now() + interval '1 hour')`;
}
