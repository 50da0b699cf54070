import { getTranslations } from "next-intl/server";
import { cn } from "@/components/ui/cn";
import type { EventStatus } from "@/lib/events/publishing/rules";

const LOOK: Record<EventStatus, string> = {
  draft: "border-line",
  pending: "border-faixa",
  published: "border-primary",
  rejected: "border-danger",
  postponed: "border-faixa",
  cancelled: "border-danger",
};

export async function StatusMark({ status }: { status: EventStatus }) {
  const t = await getTranslations("events/publishing.status");
  return <span className={cn("rounded-lg border-2 px-2 py-0.5 text-sm font-semibold", LOOK[status])}>{t(status)}</span>;
}
