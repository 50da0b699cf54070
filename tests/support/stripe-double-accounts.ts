import { randomBytes } from "node:crypto";

/** The connected accounts of the Stripe double: standard accounts, their forms, and what disconnects them. */
export type ConnectedAccount = {
  id: string;
  object: "account";
  type: string;
  country: string;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  business_profile: { name: string | null };
  settings: { dashboard: { display_name: string | null } };
  metadata: unknown;
  created: number;
};
type Link = { account: string; returnUrl: string; refreshUrl: string; expires: number; isUsed: boolean };

/** Seconds in which the link of a form can be opened, once. */
const LINK_SECONDS = 300;
const now = () => Math.floor(Date.now() / 1000);

/** `Space` holds the objects of one account; nothing of it is found from another one. */
export class Accounts<Space> {
  private readonly known = new Map<string, { account: ConnectedAccount; space: Space; isConnected: boolean }>();
  private readonly links = new Map<string, Link>();

  constructor(private readonly openSpace: (account: string) => Space) {}

  create({ type, country, metadata }: { type: string; country: string; metadata: unknown }): ConnectedAccount {
    const id = `acct_${randomBytes(8).toString("hex")}`;
    const account: ConnectedAccount = {
      id,
      object: "account",
      type,
      country,
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      business_profile: { name: null },
      settings: { dashboard: { display_name: null } },
      metadata,
      created: now(),
    };
    this.known.set(id, { account, space: this.openSpace(id), isConnected: true });
    return account;
  }

  /** An account to which the portal has access. */
  connected(id: string): { account: ConnectedAccount; space: Space } | undefined {
    const found = this.known.get(id);
    return found?.isConnected ? found : undefined;
  }

  spaces(): Space[] {
    return [...this.known.values()].map(({ space }) => space);
  }

  disconnect(id: string): Space {
    const found = this.known.get(id);
    if (!found) throw new Error(`no account ${id}`);
    found.isConnected = false;
    return found.space;
  }

  link(account: string, returnUrl: string, refreshUrl: string, base: string) {
    const token = randomBytes(8).toString("hex");
    const expires = now() + LINK_SECONDS;
    this.links.set(token, { account, returnUrl, refreshUrl, expires, isUsed: false });
    return { object: "account_link", created: now(), expires_at: expires, url: `${base}/setup/${token}` };
  }

  /** Opens the form of a link; where it returns to, or where a used or old link leads. */
  open(token: string): Link | { refreshUrl: string } | null {
    const link = this.links.get(token);
    if (!link) return null;
    if (link.isUsed || link.expires < now()) return { refreshUrl: link.refreshUrl };
    link.isUsed = true;
    return link;
  }

  linkOf(token: string): Link | undefined {
    return this.links.get(token);
  }
}

/** The form in which Stripe would ask for the data of the business. */
export const setupPage = (account: string): string =>
  `<!doctype html><html lang="pt-BR"><title>Cadastro de teste</title><h1>Cadastro de teste: ${account}</h1><form method="post"><label>Nome do negócio <input name="name" maxlength="100"></label> <button name="how" value="done">Concluir o cadastro</button> <button name="how" value="later">Terminar depois</button></form></html>`;
