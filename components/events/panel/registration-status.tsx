import { getTranslations } from "next-intl/server";
import { StateMark, type StateLook } from "@/components/ui/state-mark";
import type { RegistrationStatus } from "@/lib/events/panel/rules";

const LOOK: Record<RegistrationStatus, StateLook> = {
  unconfirmed: "none",
  pending: "wait",
  waitlisted: "wait",
  offered: "wait",
  awaiting_payment: "wait",
  confirmed: "good",
  rejected: "bad",
  cancelled: "none",
  expired: "none",
};

/** The status of a registration in words. */
export async function RegistrationStatusMark({ status }: { status: string }) {
  const t = await getTranslations("events/panel.status");
  const known = status as RegistrationStatus;
  return <StateMark look={LOOK[known]}>{t(known)}</StateMark>;
}
