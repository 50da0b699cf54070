import { useRouter } from "next/navigation";
import { notifyFailure } from "@/components/form/notify-failure";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { useChange } from "./use-change";

type Move = (input: { id: string; isDeleted: boolean }) => Promise<{ serverError?: string }>;

/** Moves rows into the trash with a notice that undoes it, and back. */
export function useUndo(move: Move, code: "vehicle.documentRemoved" | "vehicle.partRemoved" | "vehicle.diaryRemoved") {
  const router = useRouter();
  const { isBusy, run } = useChange();
  const restore = (id: string) => run(() => move({ id, isDeleted: false }));
  // The component that shows the row is gone when the notice is pressed, so its state is not used.
  const undo = async (id: string) => {
    const answer = await move({ id, isDeleted: false });
    if (answer.serverError) notifyFailure(answer);
    router.refresh();
  };
  const remove = (id: string, title: string) =>
    run(async () => {
      const answer = await move({ id, isDeleted: true });
      if (answer.serverError) return answer;
      const action = { label: "undo" as const, run: () => void undo(id) };
      notify({ code, values: { title }, durationMs: ACTION_MS, action });
    });
  return { isBusy, run, remove, restore };
}
