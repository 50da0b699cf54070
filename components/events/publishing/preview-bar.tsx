import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CopyText } from "@/components/events/promotion/copy-text";
import { buttonClass } from "@/components/ui/button-class";
import { EVENT_GAPS } from "@/lib/events/publishing/checklist/rules";
import { editPath, isVisible, publishPath, type EventStatus } from "@/lib/events/publishing/rules";
import type { SavedEvent } from "@/lib/events/publishing/schema";
import { consolePath } from "@/lib/events/members/rules";
import { eventPath } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { ChangeForm } from "./change-form";
import { GapList } from "./gap-list";
import { StatusMark } from "./status-mark";
import { SubmitEventButton } from "./submit-event-button";

type Props = {
  event: SavedEvent;
  url: string;
  /** Whether the reader has the console of the event. */
  isOwn: boolean;
};

/** Above the preview: status, answer of the team, missing parts, and what can be done with the event. */
export async function PreviewBar({ event, url, isOwn }: Props) {
  const t = await getTranslations("events/publishing");
  const locale = await getLocale();
  const { stops, postpone, cancel, validation, bar } = (await getMessages())["events/publishing"];
  const texts = { stops, postpone, cancel, validation, bar: { sending: bar.sending } };
  const status = event.status as EventStatus;
  const gaps = EVENT_GAPS.filter((gap) => event.gaps.includes(gap));
  const isDraft = status === "draft" || status === "rejected";
  const maySubmit = isDraft || (status === "pending" && event.publishes_directly);
  const change = { id: event.id, expected_version: event.updated_at };
  return (
    <section aria-label={t("bar.label")} className="page mt-6">
      <div className="grid gap-4 rounded-2xl border-2 border-faixa bg-surface p-5">
        <p className="flex flex-wrap items-center gap-3">
          <StatusMark status={status} />
          {t(`bar.hints.${status}`)}
        </p>
        {event.status_note && <p className="font-semibold">{t("own.answer", { note: event.status_note })}</p>}
        {event.change && (
          <p className="rounded-xl border-2 border-faixa p-4">
            {t("change.waits", { fields: event.change.fields.map((field) => t(`change.fields.${field}`)).join(", ") })}
          </p>
        )}
        {isDraft && gaps.length > 0 && <GapList gaps={gaps} pathOf={(step) => editPath(event.id, step)} />}
        <div className="flex flex-wrap gap-3">
          {maySubmit && gaps.length === 0 && (
            <SubmitEventButton
              change={change}
              label={event.publishes_directly ? t("bar.publish") : t("bar.submit")}
              pendingLabel={t("bar.sending")}
              stops={stops}
            />
          )}
          {isOwn && (
            <Link href={localePath(locale, consolePath(event.id))} className={buttonClass({ look: "outline" })}>
              {t("bar.console")}
            </Link>
          )}
          {status !== "cancelled" && (
            <Link href={localePath(locale, editPath(event.id))} className={buttonClass({ look: "outline" })}>
              {t("bar.edit")}
            </Link>
          )}
          {isVisible(status) && (
            <Link href={localePath(locale, eventPath(event.slug))} className={buttonClass({ look: "outline" })}>
              {t("bar.open")}
            </Link>
          )}
          <CopyText text={url} label={t("bar.share")} notice="link.copied" />
          <Link href={localePath(locale, publishPath(null))} className={buttonClass({ look: "outline" })}>
            {t("bar.all")}
          </Link>
        </div>
        <p className="text-muted">{t("bar.shareHint")}</p>
        {status === "published" && <ChangeForm kind="postpone" change={change} texts={texts} />}
        {(status === "published" || status === "postponed") && (
          <ChangeForm kind="cancel" change={change} texts={texts} />
        )}
      </div>
    </section>
  );
}
