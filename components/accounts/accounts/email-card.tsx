import { BadgeCheck, MailWarning } from "lucide";
import { getMessages } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { ResendButton } from "./resend-button";

type EmailCardProps = {
  email: string;
  verified: boolean;
  locale: Locale;
};

export async function EmailCard({ email, verified, locale }: EmailCardProps) {
  const { email: texts } = (await getMessages())["accounts/accounts"].panel;
  return (
    <Card className="grid gap-3">
      <CardTitle>{texts.title}</CardTitle>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="break-all">{email}</span>
        <span
          className={`inline-flex items-center gap-1 font-semibold ${verified ? "text-rota-text" : "text-faixa-text"}`}
        >
          <Icon of={verified ? BadgeCheck : MailWarning} className="size-5" />
          {verified ? texts.verified : texts.unverified}
        </span>
      </p>
      {!verified && (
        <>
          <p className="text-muted">{texts.explain}</p>
          <ResendButton texts={texts} formContext={{ locale, next: localePath(locale, "/painel") }} />
        </>
      )}
    </Card>
  );
}
