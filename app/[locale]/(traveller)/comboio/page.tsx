import { Link } from "@/components/ui/link";
import { getLocale, getMessages } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { CreateConvoy, JoinConvoy } from "@/components/travel/convoys/convoy-forms";
import { ConvoyTexts } from "@/components/travel/convoys/convoy-texts";
import { Card, CardTitle } from "@/components/ui/card";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { listConvoys } from "@/lib/travel/convoys/queries";
import { convoyPath, CONVOYS_PATH } from "@/lib/travel/convoys/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("travel/convoys", "metaTitle");

/** The convoys of the signed-in account, and the forms to start or join one. */
export default async function ConvoysPage() {
  const account = await requireAccount(CONVOYS_PATH);
  const [locale, { "travel/convoys": texts, "panel/requests": requests }] = await Promise.all([
    getLocale(),
    getMessages(),
  ]);
  const client = await createSessionClient();
  const [profile, convoys] = await Promise.all([getOwnProfile(client, account.id), listConvoys(client)]);
  const form = { locale, name: profile.full_name ?? "" };
  return (
    <main id="conteudo" className="page grid gap-6 py-8" data-asks-position>
      <header>
        <h1 className="display-1">{texts.title}</h1>
        <p className="mt-2 text-lg text-muted">{texts.lead}</p>
      </header>
      {convoys.length > 0 && (
        <Card>
          <CardTitle className="mb-4">{texts.own}</CardTitle>
          <ul className="grid gap-3">
            {convoys.map(({ code, name, ends_at: endsAt, is_over: isOver, members }) => (
              <li key={code}>
                <Link href={localePath(locale, convoyPath(code))} className="text-link underline wrap-anywhere">
                  {name}
                </Link>
                <span className="text-muted">
                  {` · ${isOver ? texts.ended : texts.until} ${formatMoment(endsAt, locale)} · ${texts.members}: ${members}`}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ConvoyTexts value={texts}>
          <FormTexts value={{ ...requests.validation, ...texts.validation }}>
            <Card>
              <CardTitle className="mb-4">{texts.joinTitle}</CardTitle>
              <JoinConvoy {...form} code="" />
            </Card>
            <Card>
              <CardTitle className="mb-4">{texts.createTitle}</CardTitle>
              <CreateConvoy {...form} />
            </Card>
          </FormTexts>
        </ConvoyTexts>
      </div>
      <p className="text-muted">{texts.privacy}</p>
    </main>
  );
}
