import { getMessages } from "next-intl/server";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { isConfirmable, registrationPath } from "@/lib/events/registrations/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { eventMoment } from "@/lib/events/events/rules";
import { SimpleChange } from "./simple-change";
import { fill } from "@/components/ui/fill";
import { HOLD_MINUTES } from "@/lib/platform/supabase/database-constants/events";

type Props = { token: string; page: RegistrationPage; locale: Locale };

/** What an unconfirmed registration needs: the button behind the mailed link, or the mail with that link. */
export async function ConfirmPanel({ token, page, locale }: Props) {
  const { confirm: texts, problem } = (await getMessages())["events/registrations"];
  const { event } = page;
  if (!isConfirmable(page))
    return (
      <a href={localePath(locale, registrationPath(event.slug))} className={buttonClass({ className: "w-fit" })}>
        {texts.again}
      </a>
    );
  const until = eventMoment(page.held_until ?? "", event.time_zone, locale);
  if (page.access === "manage")
    return (
      <Card className="grid gap-3">
        <CardTitle>{texts.heading}</CardTitle>
        <p>{texts.buttonLead.replace("{until}", until)}</p>
        <SimpleChange token={token} change="confirm" label={texts.button} variant="faixa" problems={problem} />
      </Card>
    );
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.nothing}</CardTitle>
      <ul className="grid list-disc gap-2 pl-5">
        <li>{texts.wait}</li>
        <li>{texts.wrong}</li>
        <li className="wrap-anywhere">{texts.organiser.replace("{name}", contactOf(event))}</li>
      </ul>
      <SimpleChange
        token={token}
        change="link"
        label={texts.resend}
        done={fill(texts.resent, { minutes: HOLD_MINUTES })}
        variant="outline"
        problems={problem}
      />
      <AutoRefresh />
    </Card>
  );
}

const contactOf = (event: RegistrationPage["event"]): string =>
  [event.organizer_name, event.organizer_email ?? event.organizer_phone].filter(Boolean).join(", ");
