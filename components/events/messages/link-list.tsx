import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import type { PersonLinkRow } from "@/lib/events/messages/queries";
import { filledPattern } from "@/lib/platform/mails/placeholders/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { STATUS_PATH } from "@/lib/events/registrations/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { PersonLink } from "./person-link";

type Props = {
  message: string;
  event: { title: string };
  rows: readonly PersonLinkRow[];
  back: string;
};

/** One WhatsApp link per person of a message, opened by hand. The text leads to the page that asks for the code. */
export async function LinkList({ message, event, rows, back }: Props) {
  const t = await getTranslations("events/messages.links");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <Link href={back} className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4">
        {t("back")}
      </Link>
      <ul className="grid gap-2 lg:grid-cols-2">
        {rows.map(({ status, message: { body }, registration: { id, full_name: name, phone, code, locale } }) => {
          const link = pageUrl(locale as Locale, STATUS_PATH);
          const text = filledPattern(body, { name, event: event.title, code, link });
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3">
              <PersonLink
                message={message}
                registration={id}
                name={name}
                href={whatsappAddress(phone ?? "", text)}
                isOpened={status === "sent"}
              />
            </li>
          );
        })}
      </ul>
    </SystemSection>
  );
}
