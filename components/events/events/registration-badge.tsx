import { CircleCheck, CircleX, Clock, Hourglass, type IconNode } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { eventMoment, type RegistrationState } from "@/lib/events/events/rules";

const STATE_ICON: Record<RegistrationState, IconNode> = {
  open: CircleCheck,
  waiting_list: Hourglass,
  full: CircleX,
  closed: CircleX,
  not_yet: Clock,
};

type Props = { label: string; state: RegistrationState; opensAt: string | null; timeZone: string };

/** A kind of registration with its state, in words and with an icon. */
export async function RegistrationBadge({ label, state, opensAt, timeZone }: Props) {
  const t = await getTranslations("events/events");
  const locale = await getLocale();
  const opens = opensAt && eventMoment(opensAt, timeZone, locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border-2 border-line px-2.5 py-0.5 text-sm">
      <Icon
        of={STATE_ICON[state]}
        className={`size-4 shrink-0 ${state === "open" ? "text-rota-text" : "text-muted"}`}
      />
      {`${label}: ${state === "not_yet" && opens ? t("opensOn", { date: opens }) : t(`state.${state}`)}`}
    </span>
  );
}
