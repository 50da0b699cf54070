import { failureNotice } from "@/components/form/notify-failure";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { bulkAction } from "@/lib/panel/admin/actions";

type Trashed = { resource: string; ids: string[]; count: string; onUndone: () => void };

/** Shows that rows were moved to the trash, with an undo button; the same notice then shows the result of the undo. */
export function notifyTrashed({ resource, ids, count, onUndone }: Trashed): void {
  const notice = notify({
    code: "record.trashed",
    values: { count },
    variant: "success",
    durationMs: ACTION_MS,
    action: { label: "undo", keepsOpen: true, run: () => void undo() },
  });
  const undo = async () => {
    notice.update({ code: "record.undoing", durationMs: Infinity });
    try {
      const { data, ...failure } = await bulkAction({ resource, ids, action: "restore" });
      if (data) notice.update({ code: "record.undone", values: { count: String(data.count) }, variant: "success" });
      else notice.update(failureNotice({ serverError: failure.serverError ?? "unexpected" })!);
    } catch (error) {
      notice.update(failureNotice({ thrownError: error as Error })!);
    }
    onUndone();
  };
}
