import { getLocale, getTranslations } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { FigureList } from "@/components/events/members/figure-list";
import { DuplicateEvent } from "@/components/events/panel/duplicate-event";
import { CommandForm } from "@/components/ui/command-form";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import { eventPath } from "@/lib/events/events/rules";
import { removeMemberAction } from "@/lib/events/members/actions";
import { getFigures } from "@/lib/events/members/queries";
import { consolePath, OWN_EVENTS_PATH } from "@/lib/events/members/rules";
import type { OwnEvent } from "@/lib/events/members/schema";
import { isVisible } from "@/lib/events/publishing/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../own-event";

export const generateMetadata = unlistedMetadata("events/members.console", "metaTitle");

/** Overview of an event for the people who work for it. */
export default async function OwnEventPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { account, own } = await openConsole((await params).eventId, "overview");
  return (
    <EventConsole own={own} current="overview" actions={<Actions own={own} />}>
      {own.rights.includes("figures") && <FigureList figures={await getFigures(own.id)} />}
      {own.rights.includes("page") && <DuplicateEvent event={own} pathOf={(copy) => consolePath(copy, "page")} />}
      <Leave own={own} account={account.id} />
    </EventConsole>
  );
}

async function Actions({ own }: { own: OwnEvent }) {
  const [t, locale] = [await getTranslations("events/members.console"), await getLocale()];
  const links = [
    ...(own.rights.includes("page") ? [[consolePath(own.id, "page"), t("edit")] as const] : []),
    ...(isVisible(own.status) ? [[eventPath(own.slug), t("public")] as const] : []),
  ];
  return links.map(([path, label]) => (
    <Link key={path} href={localePath(locale, path)} className={buttonClass({ look: "outline" })}>
      {label}
    </Link>
  ));
}

async function Leave({ own, account }: { own: OwnEvent; account: string }) {
  const [t, locale] = [await getTranslations("events/members.console"), await getLocale()];
  return (
    <SystemSection title={t("leave")} lead={t("leaveLead")}>
      <CommandForm
        action={removeMemberAction}
        hidden={{ event: own.id, account }}
        label={t("leave")}
        confirm={t("leaveConfirm", { title: own.title })}
        next={localePath(locale, OWN_EVENTS_PATH)}
        variant="danger"
      />
    </SystemSection>
  );
}
