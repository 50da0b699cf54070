import { cn } from "@/components/ui/cn";
import type { ReminderStatus } from "@/lib/garage/reminders/rules";

const LOOK: Record<ReminderStatus, string> = {
  overdue: "bg-danger text-danger-ink",
  due: "bg-faixa text-faixa-ink",
  soon: "border-2 border-faixa",
  ok: "border-2 border-rota",
  paused: "border-2 border-line text-muted",
};

/** Urgency of a reminder in words and colour. */
export function StatusMark({ status, label }: { status: ReminderStatus; label: string }) {
  return (
    <span className={cn("inline-flex w-fit rounded-full px-3 py-0.5 text-sm font-semibold", LOOK[status])}>
      {label}
    </span>
  );
}
