import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { NewestRows } from "@/components/ui/newest-rows";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { OwnRequest } from "@/lib/panel/requests/queries";
import { ownTripPath, tripPath } from "@/lib/travel/saved-trips/rules";

/** Applications of the signed-in account with their answers; older ones are folded. */
export async function OwnRequests({ requests }: { requests: readonly OwnRequest[] }) {
  const [t, locale] = [await getTranslations("panel/requests.own"), await getLocale()];
  return (
    <Card>
      <CardTitle className="mb-4">{t("title")}</CardTitle>
      {requests.length === 0 && <p className="text-muted">{t("empty")}</p>}
      {requests.length > 0 && (
        <NewestRows
          rows={requests}
          olderLabel={(count) => t("all", { count })}
          renderRows={(rows) => <RequestList requests={rows} />}
        />
      )}
      <p className="mt-4">
        <Link href={localePath(locale, "/solicitar-painel-viagem")} className={buttonClass()}>
          {t("ask")}
        </Link>
      </p>
    </Card>
  );
}

async function RequestList({ requests }: { requests: readonly OwnRequest[] }) {
  const [t, locale] = [await getTranslations("panel/requests"), await getLocale()];
  const named = (group: "kinds" | "stages", key: string) =>
    t.has(`status.${group}.${key}` as "status.kinds.new") ? t(`status.${group}.${key}` as "status.kinds.new") : key;
  return (
    <ul className="grid gap-4">
      {requests.map((application) => (
        <li key={application.id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
          <p className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <span className="mr-auto font-semibold wrap-anywhere">
              {[named("kinds", application.kind), application.title].filter(Boolean).join(" · ")}
            </span>
            <span className="rounded-md border border-line px-2 py-0.5 text-sm">
              {named("stages", application.status)}
            </span>
          </p>
          <p className="text-sm text-muted">
            {[
              application.state_abbr,
              application.protocol,
              t("own.sent", { date: formatDay(application.created_at, locale) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {application.status_note && (
            <p className="rounded-lg bg-raised p-3 whitespace-pre-line wrap-anywhere">
              <strong className="block">{t("status.answer")}</strong>
              {application.status_note}
            </p>
          )}
          <RequestLinks application={application} />
        </li>
      ))}
    </ul>
  );
}

/** Ways to the answered trip: the copy in the account, and the link that others may open. */
async function RequestLinks({ application }: { application: OwnRequest }) {
  const [t, locale] = [await getTranslations("panel/requests.own"), await getLocale()];
  const { trip_id: trip, shared_path: shared, share_expires_at: expires, answer_link: link } = application;
  const open = trip ? tripPath(trip) : shared;
  const roadbook = trip ? `${ownTripPath(trip)}/roteiro` : shared && `${shared}/roteiro`;
  return (
    <>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {open && (
          <Link href={localePath(locale, open)} className={buttonClass({ look: "primary" })}>
            {t("open")}
          </Link>
        )}
        {roadbook && (
          <Link href={localePath(locale, roadbook)} className={buttonClass()}>
            {t("roadbook")}
          </Link>
        )}
        {trip && shared && (
          <Link href={localePath(locale, shared)} className={buttonClass()}>
            {t("link")}
          </Link>
        )}
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            {t("answerLink")}
          </a>
        )}
      </p>
      {shared && expires && (
        <p className="text-sm text-muted">{t("until", { date: formatDay(expires, locale, "long") })}</p>
      )}
    </>
  );
}
