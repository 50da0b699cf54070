import { Phone } from "lucide";
import { Link } from "@/components/ui/link";
import { useMemo } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { contactsOf, nearestHelpers, type BreakdownData, type Place } from "@/lib/guide/breakdown/rules";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { HELP_KM } from "@/lib/guide/services/rules";
import { useBreakdownTexts } from "./breakdown-texts";

type Props = {
  data: BreakdownData;
  place: Place;
  states: readonly string[];
  locale: Locale;
};

const telephone = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
const CARD = "rounded-2xl border-2 border-line bg-surface p-4";

/** Numbers of the states around a point, and the nearest workshops and tow services. */
export function NearbyHelp({ data, place, states, locale }: Props) {
  const texts = useBreakdownTexts().panel;
  const contacts = contactsOf(data, states);
  const help = useMemo(() => nearestHelpers(data, place), [data, place]);
  return (
    <section aria-labelledby="numbers-title" className="page mt-12" data-slot="nearby-help">
      <h2 id="numbers-title" className="display-2">
        {texts.phones.replace("{states}", states.join(", "))}
      </h2>
      {contacts.length === 0 && <p className="mt-2">{texts.noPhones}</p>}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {contacts.map((contact) => (
          <li key={`${contact.uf}${contact.phone}`}>
            <a
              href={telephone(contact.phone)}
              className={`flex min-h-14 items-center gap-3 hover:border-danger ${CARD}`}
            >
              <Icon of={Phone} className="size-6 shrink-0 text-danger" />
              <span>
                <span className="block font-display text-2xl tabular">{contact.phone}</span>
                <span className="text-sm text-muted wrap-anywhere">
                  {translated(contact, "name", locale).text} · {contact.uf}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <h2 className="mt-10 display-2">{texts.help}</h2>
      <p className="mt-1 text-muted">{texts.unchecked}</p>
      <div className="mt-3 grid gap-6 sm:grid-cols-2">
        {help.map(({ category, helpers }) => (
          <section key={category} aria-label={texts[category]}>
            <h3 className="text-2xl">{texts[category]}</h3>
            {helpers.length === 0 && <p>{texts.noGuideHelp.replace("{km}", formatKm(HELP_KM, locale))}</p>}
            <ul className="mt-2 grid gap-3">
              {helpers.map((helper) => (
                <HelperCard key={helper.path} helper={helper} locale={locale} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

type NearestHelper = ReturnType<typeof nearestHelpers>[number]["helpers"][number];
type CardProps = { helper: NearestHelper; locale: Locale };

function HelperCard({ helper, locale }: CardProps) {
  const texts = useBreakdownTexts().panel;
  const { phone, whatsapp, town, isAtSeat, only } = helper;
  return (
    <li className={CARD}>
      <p className="font-display text-xl leading-tight wrap-anywhere">
        <Link href={localePath(locale, helper.path)} className="text-link underline underline-offset-4">
          {translated(helper, "name", locale).text}
        </Link>
      </p>
      <p className="mt-1 tabular">
        {texts.away.replace("{km}", formatKm(Math.round(helper.km), locale))}
        {town && (isAtSeat ? ` (${texts.atSeat.replace("{town}", town)})` : ` · ${town}`)}
      </p>
      {only && <p className="mt-1 font-semibold">{texts.onlyOn.replace("{roads}", only.join(", "))}</p>}
      <p className="mt-2 flex flex-wrap gap-2">
        {phone && (
          <a href={telephone(phone)} className={buttonClass({ size: "lg" })}>
            <Icon of={Phone} className="size-5" />
            {phone}
          </a>
        )}
        {whatsapp && (
          <a href={whatsappAddress(whatsapp)} target="_blank" rel="noopener" className={buttonClass({ size: "lg" })}>
            WhatsApp
          </a>
        )}
        {!phone && !whatsapp && <span className="text-muted">{texts.noPhone}</span>}
      </p>
    </li>
  );
}
