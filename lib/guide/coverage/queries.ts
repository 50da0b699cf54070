import "server-only";
import { hasPermission, type Holder } from "../../platform/auth/permissions";
import { createSessionClient } from "../../platform/supabase/session";
import {
  completenessOf,
  lineFindingOf,
  uncovered,
  type CalendarEntry,
  type Completeness,
  type Coverage,
  type LineFinding,
} from "./rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { DAY_MS } from "../../platform/dates";
import { panelPath } from "../../platform/panel-pages";

const AHEAD_DAYS = 45;
const MOST = 40;

/** Scheduled posts and open tasks of the coming weeks, including overdue tasks, by date. */
export async function contentCalendar(account: Holder, now: Date): Promise<CalendarEntry[]> {
  const client = await createSessionClient();
  const until = new Date(now.getTime() + AHEAD_DAYS * DAY_MS).toISOString();
  const posts = client
    .from("blog_posts")
    .select("id, title, publish_at, author_name")
    .eq("status", "scheduled")
    .is("deleted_at", null)
    .gt("publish_at", now.toISOString())
    .lte("publish_at", until)
    .order("publish_at")
    .limit(MOST);
  const tasks = client
    .from("admin_tasks")
    .select("id, title, due_on, assignee:profiles (username)")
    .neq("status", "done")
    .is("deleted_at", null)
    .lte("due_on", until.slice(0, 10))
    .order("due_on")
    .limit(MOST);
  const [scheduled, due] = await Promise.all([
    hasPermission(account, "blog") ? posts : { data: [], error: null },
    tasks,
  ]);
  const error = scheduled.error ?? due.error;
  if (error) throw databaseError(error);
  const entries: CalendarEntry[] = [
    ...(scheduled.data ?? []).map(({ id, title, publish_at, author_name }) => ({
      kind: "post" as const,
      title,
      path: panelPath("blog_posts", id),
      at: publish_at!,
      who: author_name,
    })),
    ...(due.data ?? []).map(({ id, title, due_on, assignee }) => ({
      kind: "task" as const,
      title,
      path: panelPath("admin_tasks", id),
      at: `${due_on}T12:00:00Z`,
      who: assignee?.username ?? null,
    })),
  ];
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The states without an assigned team member, by duty. */
export async function listUncovered(): Promise<Coverage[]> {
  const data = orThrow(
    await (await createSessionClient()).from("state_assignments").select("state_abbr, duty").limit(1000),
  );
  return uncovered(data);
}

/** Completeness of each state's guide, the least complete first. */
export async function listCompleteness(): Promise<Completeness[]> {
  const data = orThrow(await (await createSessionClient()).rpc("state_completeness"), { "42501": "access.permission" });
  return data.map(completenessOf).toSorted((a, b) => a.done - b.done);
}

const MAX_LISTED_ROUTES = 1000;

/** Routes whose lines an editor should check, by state and name. */
export async function listLineFindings(sourcesOn: readonly string[]): Promise<LineFinding[]> {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("regions")
      .select(
        "id, name, state_abbr, roads, editor_km, legs:region_legs (from_position, to_position, needs, km, roads, skip, detail)",
      )
      .is("deleted_at", null)
      .is("track", null)
      .order("state_abbr")
      .order("name")
      .order("from_position", { referencedTable: "region_legs" })
      .limit(MAX_LISTED_ROUTES),
  );
  return data.map((route) => lineFindingOf(route, sourcesOn)).filter((finding) => finding !== null);
}
