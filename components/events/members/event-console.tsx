import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { ProofHost } from "@/components/accounts/accounts/proof-host";
import { StatusMark } from "@/components/events/publishing/status-mark";
import { Link } from "@/components/ui/link";
import { TabLinks } from "@/components/ui/tab-links";
import { eventMoment } from "@/lib/events/events/rules";
import { CONSOLE_PAGES, consolePath, opensPage, OWN_EVENTS_PATH, type ConsolePage } from "@/lib/events/members/rules";
import type { OwnEvent } from "@/lib/events/members/schema";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = { own: OwnEvent; current: ConsolePage; actions?: ReactNode; children: ReactNode };

/** Header, tabs and content of a page of the console of an event; only pages that the rights open are linked. */
export async function EventConsole({ own, current, actions, children }: Props) {
  const [t, list, locale] = [
    await getTranslations("events/members.console"),
    await getTranslations("events/members"),
    await getLocale(),
  ];
  const pages = (Object.keys(CONSOLE_PAGES) as ConsolePage[]).filter((page) => opensPage(own, page));
  const tabs = pages.map((page) => ({
    key: page,
    href: localePath(locale, consolePath(own.id, page)),
    label: t(`tab.${page}`),
    isCurrent: page === current,
  }));
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] content-start gap-5 py-6">
      <header className="grid gap-2">
        <Link
          href={localePath(locale, OWN_EVENTS_PATH)}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {list("list.title")}
        </Link>
        <h1 className="display-2 flex flex-wrap items-center gap-3 wrap-anywhere">
          {own.title} <StatusMark status={own.status} />
        </h1>
        <p className="text-muted">
          {eventMoment(own.starts_at, own.time_zone, locale, { dateStyle: "medium", timeStyle: "short" })} · {own.town}{" "}
          {own.state_abbr} · {t("role", { roles: own.roles.map((role) => list(`role.${role}`)).join(", ") })}
        </p>
        {own.is_demo && <p className="font-semibold">{t("demo")}</p>}
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <TabLinks label={t("pages")} tabs={tabs} />
      {children}
      <ProofHost />
    </main>
  );
}
