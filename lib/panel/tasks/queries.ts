import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { databaseError } from "../../platform/supabase/or-throw";

const SHOWN = 50;

/** Open tasks of an account by due date, and the states assigned to it. */
export async function listOwnWork(account: string) {
  const client = await createSessionClient();
  const [tasks, states] = await Promise.all([
    client
      .from("admin_tasks")
      .select("id, title, body, status, priority, state_abbr, due_on")
      .eq("assigned_to", account)
      .neq("status", "done")
      .is("deleted_at", null)
      .order("due_on", { nullsFirst: false })
      .order("created_at")
      .limit(SHOWN),
    client
      .from("state_assignments")
      .select("id, state_abbr, duty, note")
      .eq("user_id", account)
      .order("state_abbr")
      .limit(SHOWN),
  ]);
  const error = tasks.error ?? states.error;
  if (error) throw databaseError(error);
  return { tasks: tasks.data ?? [], states: states.data ?? [] };
}

export type OwnWork = Awaited<ReturnType<typeof listOwnWork>>;
