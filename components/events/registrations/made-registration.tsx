import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { useRegistrationTexts } from "./registration-texts";

type Props = { path: string; locale: Locale; onAgain: () => void };

/** In place of the form after it was sent: the registration that was made, and a fresh form for another person. */
export function MadeRegistration({ path, locale, onAgain }: Props) {
  const texts = useRegistrationTexts().form;
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.madeTitle}</CardTitle>
      <p>{texts.madeLead}</p>
      <p className="flex flex-wrap gap-3">
        <a href={localePath(locale, path)} className={buttonClass({ look: "primary" })}>
          {texts.madeOpen}
        </a>
        <Button type="button" variant="outline" onClick={onAgain}>
          {texts.madeAgain}
        </Button>
      </p>
    </Card>
  );
}
