import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { SignPlate } from "@/components/ui/sign-plate";
import { localePath } from "@/lib/platform/i18n/routing";

const NEXT = { place: "/home#estados", panel: "/home#estados", review: "/avaliar-app" } as const;

/** Replaces a form while its feature is disabled: explains it and links to another page. */
export async function ClosedForm({ what }: { what: keyof typeof NEXT }) {
  const t = await getTranslations("panel/requests.closed");
  return (
    <SignPlate as="section" kind="warning" className="max-w-3xl p-8">
      <h2 className="display-2">{t(`${what}.title`)}</h2>
      <p className="mt-2 max-w-prose text-lg">{t(`${what}.text`)}</p>
      <Button asChild className="mt-5 bg-faixa-ink text-faixa hover:bg-faixa-ink/90">
        <Link href={localePath(await getLocale(), NEXT[what])}>{t(`${what}.next`)}</Link>
      </Button>
    </SignPlate>
  );
}
