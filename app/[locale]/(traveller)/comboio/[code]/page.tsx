import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { MapTexts } from "@/components/geo/map/map-texts";
import { FormTexts } from "@/components/form/form-texts";
import { JoinConvoy } from "@/components/travel/convoys/convoy-forms";
import { ConvoyTexts } from "@/components/travel/convoys/convoy-texts";
import { mapLabels } from "@/components/geo/map/labels";
import { Card, CardTitle } from "@/components/ui/card";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { readConvoy } from "@/lib/travel/convoys/queries";
import { convoyCode } from "@/lib/travel/convoys/schema";
import { currentAccount } from "@/lib/platform/auth/account";
import { REALTIME } from "@/lib/platform/realtime";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { siteUrl } from "@/lib/platform/site-url";
import { GuestPage, LiveConvoy } from "./live-convoy";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("travel/convoys", "metaTitle");

/** A convoy for its members and guests; everybody else sees the form to join, whether the code exists or not. */
export default async function ConvoyPage({ params }: { params: Promise<{ code: string }> }) {
  const segment = decodeURIComponent((await params).code);
  const [account, locale, { "travel/convoys": texts, "panel/requests": requests }, t] = await Promise.all([
    currentAccount(),
    getLocale(),
    getMessages(),
    getTranslations("geo/map"),
  ]);
  const client = await createSessionClient();
  const code = convoyCode.safeParse(segment);
  const convoy = account && code.success ? await readConvoy(client, code.data) : null;
  const panel = {
    locale,
    siteUrl: siteUrl(),
    realtime: REALTIME,
  };
  return (
    <main id="conteudo" className="page grid gap-6 py-8" data-asks-position>
      <header>
        {/* Small in a convoy: a phone in landscape shows little more than the heading otherwise. */}
        <h1 className={`${convoy ? "display-2" : "display-1"} wrap-anywhere`}>{convoy?.name ?? texts.title}</h1>
        {!convoy && <p className="mt-2 text-lg text-muted">{texts.privacy}</p>}
      </header>
      <ConvoyTexts value={texts}>
        <MapTexts value={mapLabels((key) => t(key as "open"))}>
          {convoy ? (
            <LiveConvoy initial={convoy} {...panel} />
          ) : (
            <FormTexts value={{ ...requests.validation, ...texts.validation }}>
              {account ? (
                <Card>
                  <CardTitle className="mb-4">{texts.joinTitle}</CardTitle>
                  <JoinConvoy
                    locale={locale}
                    name={(await getOwnProfile(client, account.id)).full_name ?? ""}
                    code={code.success ? code.data : ""}
                  />
                </Card>
              ) : (
                <GuestPage code={code.success ? code.data : segment} {...panel} />
              )}
            </FormTexts>
          )}
        </MapTexts>
      </ConvoyTexts>
    </main>
  );
}
