import { ACCOUNTS, ACTORS, ADMINS_UP, EDITORS_UP, MAIN_ADMINS_UP } from "../../database/actors";
import type { Line } from "./expected";

export type ActionLine = Line & {
  /** A page that contains the action and is open to everybody who may call it, unless the entry is `unguarded`. */
  page: string;
  /** More accounts may call the action than may open a page with it, so the test calls it without page guards. */
  unguarded?: true;
  /**
   * The argument. `null` is invalid for every input schema, so an action that checks the caller first answers with a
   * refusal or input errors and changes nothing. Actions that check after parsing the input need a valid argument.
   */
  input?: unknown;
  /** The argument as a form. */
  form?: Record<string, string | Blob>;
};

const MISSING = "00000000-0000-4000-8000-0000000000ff";
const OTHER = "00000000-0000-4000-8000-0000000000fe";
const DIARY = `/diario-de-bordo/${MISSING}/viagens/diario`;
/** Has the form of a token, but belongs to no link. */
const NO_TOKEN = "A".repeat(43);
const OWN_PLACE = `/painel/lugares/${MISSING}`;
const REMINDERS = `/diario-de-bordo/${MISSING}/lembretes`;

const open = (page: string): ActionLine => ({ can: ACTORS, page });
const signedIn = (page: string): ActionLine => ({ can: ACCOUNTS, page });
const editors = (page: string): ActionLine => ({ can: EDITORS_UP, page });
const admins = (page: string): ActionLine => ({ can: ADMINS_UP, page });
const mainAdmins = (page: string): ActionLine => ({ can: MAIN_ADMINS_UP, page });

/** Inputs of the record actions that are refused or invalid for a resource, so that nothing is written. */
const RECORD_INPUTS: Record<string, (resource: string) => unknown> = {
  saveRowAction: (resource) => ({ resource, id: null, seen: null, values: { nothing: 1 } }),
  bulkAction: (resource) => ({ resource, ids: [MISSING], action: "set", field: "nothing" }),
  restoreVersionAction: (resource) => ({ resource, id: MISSING, entry: 0 }),
  findReferencesAction: (resource) => ({ resource, field: "nothing", typed: "", state: null }),
  importRowsAction: (resource) => ({ resource, rows: [{ line: 1, cells: { nothing: "1" } }] }),
  mergeAction: (resource) => ({ resource, kept: MISSING, other: OTHER }),
  judgePairAction: (resource) => ({ resource, ids: [MISSING, OTHER], different: false }),
  saveViewAction: (resource) => ({ resource, name: "access table", query: "" }),
};

/** One entry per record action, for one resource. */
function recordLines(resource: string, line: ActionLine): Record<string, ActionLine> {
  return Object.fromEntries(
    Object.entries(RECORD_INPUTS).map(([action, input]) => [
      `admin/${action} ${resource}`,
      { ...line, input: input(resource) },
    ]),
  );
}

/** Entries for the decision and the assignment of one kind of inbox item. */
function inboxLines(kind: string, line: ActionLine, { assignable = true } = {}): Record<string, ActionLine> {
  return {
    [`inbox/decideAction ${kind}`]: { ...line, input: { kind, id: MISSING, decision: "reject", reason: "x" } },
    ...(assignable && { [`inbox/assignAction ${kind}`]: { ...line, input: { kind, id: MISSING, mine: false } } }),
  };
}

const sale = {
  requestId: MISSING,
  planId: MISSING,
  seenPriceCents: "100",
  startDate: "2030-01-01",
  company: "Pousada",
  document: "52998224725",
  signing: "here",
  contact: "Ana",
  email: "ana@example.org",
  phone: "(49) 98888-0000",
  termsVersion: "0",
  acceptsTerms: "on",
  sellerSignature: new Blob(["x"]),
  clientSignature: new Blob(["x"]),
};

/** All server actions by domain; words after the name distinguish several entries of one action. */
export const ACTIONS: Record<string, ActionLine> = {
  "accounts/confirmLinkAction": open("/auth/confirm"),
  "vehicle-reminders/saveReminderAction": signedIn(REMINDERS),
  "vehicle-reminders/completeReminderAction": signedIn(REMINDERS),
  "vehicle-reminders/undoReminderAction": signedIn(REMINDERS),
  "vehicle-reminders/snoozeReminderAction": signedIn(REMINDERS),
  "vehicle-reminders/pauseReminderAction": signedIn(REMINDERS),
  "vehicle-reminders/setReminderDeletedAction": signedIn(REMINDERS),
  "vehicle-reminders/retryReminderAction": admins("/admin/maintenance-reminders?ver=envios"),
  "saved-trips/renameTripAction": signedIn("/planejador-rota"),
  "saved-trips/duplicateTripAction": signedIn("/planejador-rota"),
  "saved-trips/setTripDeletedAction": signedIn("/planejador-rota"),
  "vehicle-history/dossier/saveDossierAction": signedIn(`/diario-de-bordo/${MISSING}/dossie`),
  "vehicle-history/dossier/setDossierPhotoAction": signedIn(`/diario-de-bordo/${MISSING}/dossie`),
  "vehicles/addVehicleAction": signedIn("/diario-de-bordo"),
  "vehicles/changeVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/deleteVehicleAction": signedIn("/diario-de-bordo"),
  "vehicles/deleteVehicleFileAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/replaceOdometerAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/saveIdentityAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/setOdometerBrokenAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/setVehicleDeletedAction": signedIn("/diario-de-bordo"),
  "vehicles/setVehicleModelAction": signedIn(`/diario-de-bordo/${MISSING}/lembretes`),
  "vehicles/setVehiclePhotoAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "vehicles/documents/saveDocumentAction": signedIn(`/diario-de-bordo/${MISSING}/documentos`),
  "vehicles/documents/setDocumentDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/documentos`),
  "vehicles/parts/savePartAction": signedIn(`/diario-de-bordo/${MISSING}/pecas`),
  "vehicles/parts/setPartDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/pecas`),
  "vehicle-diary/logTripAction": signedIn("/planejador-rota"),
  "vehicle-diary/saveDiaryEntryAction": signedIn(DIARY),
  "vehicle-diary/setDiaryEntryDeletedAction": signedIn(DIARY),
  "vehicle-diary/findTownsAction": signedIn(DIARY),
  "trip-tracks/deleteTrackAction": signedIn("/planejador-rota"),
  "vehicle-sharing/inviteMemberAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/revokeInvitationAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/setMemberRoleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/removeMemberAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/leaveVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/acceptInvitationAction": signedIn(`/diario-de-bordo/convite/${NO_TOKEN}`),
  "vehicle-sharing/sale/addSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/sale/changeSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/sale/revokeSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/handover/offerVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/handover/withdrawOfferAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "vehicle-sharing/handover/decideOfferAction": signedIn(`/diario-de-bordo/transferencia/${NO_TOKEN}`),
  "vehicle-entries/setEntryDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/abastecimentos`),
  "trip-tracks/setTripDoneAction": signedIn("/planejador-rota"),
  "vehicle-checklists/reopenChecklistAction": signedIn("/diario-de-bordo/checklist/novo"),
  "vehicle-checklists/setChecklistDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/saveTemplateAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/deleteTemplateAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/saveTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/finishTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/reopenTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "vehicle-checklists/deleteTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "saved-trips/shares/shareTripAction": signedIn("/planejador-rota"),
  "saved-trips/shares/revokeShareAction": signedIn("/planejador-rota"),
  "voucher-downloads/cancelVoucherAction": signedIn("/painel"),
  "voucher-downloads/downloadVoucherAction": open("/sc/vouchers"),
  "accounts/profile/endOwnSessionAction": signedIn("/painel"),
  "accounts/googleSignInAction": open("/login"),
  "accounts/recoverByPhoneAction": open("/forgot-password"),
  "accounts/requestLinkAction": open("/login"),
  "accounts/requestPhoneRecoveryAction": open("/forgot-password"),
  "accounts/requestPhoneSignUpAction": { ...open("/register-user"), input: {} },
  "accounts/requestRecoveryAction": open("/forgot-password"),
  "accounts/resendConfirmationAction": signedIn("/painel"),
  "accounts/profile/savePreferencesAction": signedIn("/painel"),
  "accounts/profile/saveProfileAction": signedIn("/painel"),
  "accounts/signInAction": { ...open("/login"), input: {} },
  "accounts/profile/signOutEverywhereAction": signedIn("/painel"),
  "accounts/signUpAction": { ...open("/register-user"), input: {} },
  "accounts/signUpByPhoneAction": { ...open("/register-user"), input: {} },
  "accounts/updatePasswordAction": signedIn("/update-password"),

  ...recordLines("faqs", editors("/admin/website-content/perguntas")),
  ...recordLines("tolls", mainAdmins("/admin/tolls")),
  "admin/deleteViewAction": {
    can: ACCOUNTS,
    page: "/admin/website-content/perguntas",
    unguarded: true,
    input: { id: MISSING },
  },

  "map-places/verifyMapPlaceAction": editors("/admin/services/mapa"),
  "ads/decideAdAction": editors("/admin/ads"),
  "algorithms/restoreWeightsAction": mainAdmins("/admin/system-algorithms"),
  "algorithms/saveConditionSettingsAction": mainAdmins("/admin/system-algorithms"),
  "algorithms/savePaceSettingsAction": mainAdmins("/admin/system-algorithms"),
  "algorithms/saveWeightsAction": mainAdmins("/admin/system-algorithms"),
  "api-keys/deleteApiKeyAction": mainAdmins("/admin/api-keys"),
  "api-keys/registerApiKeyAction": mainAdmins("/admin/api-keys"),
  "approvals/createLinkAction service_request": {
    ...admins("/admin"),
    input: { kind: "service_request", id: MISSING },
  },
  "approvals/createLinkAction event": { ...editors("/admin"), input: { kind: "event", id: MISSING } },
  "approvals/createLinkAction voucher": { ...editors("/admin"), input: { kind: "voucher", id: MISSING } },
  "approvals/decideApprovalAction": open(`/approval/${"0".repeat(64)}`),
  "approvals/revokeLinksAction service_request": {
    ...admins("/admin"),
    input: { kind: "service_request", id: MISSING },
  },
  "approvals/revokeLinksAction event": { ...editors("/admin"), input: { kind: "event", id: MISSING } },
  "approvals/revokeLinksAction voucher": { ...editors("/admin"), input: { kind: "voucher", id: MISSING } },
  "vouchers/saveVoucherAction": signedIn("/sc/cadastro-voucher"),
  "vouchers/setVoucherStatusAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "vouchers/setVoucherLimitsAction": editors("/admin/vouchers"),
  "vouchers/shareReportAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "vouchers/revokeReportAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "accounts/factors/readProofMethodAction": signedIn("/painel"),
  "accounts/factors/beginEnrolmentAction": signedIn("/painel"),
  "accounts/factors/confirmEnrolmentAction": open("/login"),
  "accounts/factors/mailProofAction": signedIn("/painel"),
  "accounts/factors/proveIdentityAction": signedIn("/painel"),
  "accounts/factors/recoverAction": open("/login"),
  "accounts/factors/removeFactorAction": signedIn("/painel"),
  "accounts/factors/renewRecoveryCodesAction": signedIn("/painel"),
  "accounts/factors/verifyCodeAction": open("/login"),
  "health/clearReportsAction": mainAdmins("/admin/system-health"),

  ...inboxLines("service_request", admins("/admin")),
  ...inboxLines("trip_panel", admins("/admin")),
  "inbox/deliverTripPanelAction": {
    ...admins(`/admin/service-requests/${MISSING}/planejador`),
    input: { id: MISSING, version: 1, answer: "x" },
  },
  ...inboxLines("takedown", admins("/admin")),
  ...inboxLines("report", admins("/admin"), { assignable: false }),
  ...inboxLines("app_review", admins("/admin"), { assignable: false }),
  ...inboxLines("ad_lead", editors("/admin")),
  ...inboxLines("ad", editors("/admin"), { assignable: false }),
  ...inboxLines("event", editors("/admin"), { assignable: false }),
  ...inboxLines("voucher", editors("/admin"), { assignable: false }),
  ...inboxLines("pix", mainAdmins("/admin"), { assignable: false }),
  ...inboxLines("seller", mainAdmins("/admin"), { assignable: false }),
  "inbox/answerTripPanelAction": { ...admins("/admin"), input: { id: MISSING, answer: "x", link: "" } },
  "inbox/replyAction": admins("/admin"),
  "tasks/setTaskStatusAction": { ...editors("/admin"), input: { id: MISSING, status: "done" } },

  "jobs/runJobAgainAction": mainAdmins("/admin/system-health"),
  "leads/sendLeadAction": open("/anuncie-aqui"),
  "links/replaceLinkAction": { ...signedIn("/vendedor/dashboard"), unguarded: true },
  "links/shareLinkAction": { ...signedIn("/vendedor/dashboard"), unguarded: true },
  "media/describePictureAction": editors("/admin/website-content/perguntas"),
  "media/importPictureAction": editors("/admin/website-content/perguntas"),
  "media/readPictureAction": editors("/admin/website-content/perguntas"),
  "municipalities/installCitiesAction": mainAdmins("/admin/city-installer"),

  "notifications/addCampaignAction": admins("/admin/notifications"),
  "notifications/cancelCampaignAction": admins("/admin/notifications"),
  "notifications/countAudienceAction": admins("/admin/notifications"),
  "notifications/markReadAction": signedIn("/painel"),
  "notifications/removeDeviceAction": signedIn("/painel"),
  "notifications/saveDeviceAction": signedIn("/painel"),
  "notifications/sendCampaignAction": admins("/admin/notifications"),
  "notifications/setNoticesAction": signedIn("/painel"),

  "payments/approveCommissionsAction": mainAdmins("/admin/financials"),
  "payments/confirmPixAction": mainAdmins("/admin/financials"),
  "payments/markRefundedAction": mainAdmins("/admin/financials"),
  "payments/payCommissionsAction": mainAdmins("/admin/financials"),
  "payments/readOpenPaymentsAction": open("/sc/pagamento"),
  "payments/refundCardAction": mainAdmins("/admin/financials"),
  "payments/savePixConfigAction": mainAdmins("/admin/payment-settings"),
  "payments/saveStripeConfigAction": mainAdmins("/admin/payment-settings"),
  "payments/testStripeAction": mainAdmins("/admin/payment-settings"),

  "passport/sharePassportAction": signedIn("/passaporte"),
  "passport/unsharePassportAction": signedIn("/passaporte"),
  "privacy/acknowledgeLegalAction": signedIn("/painel"),
  "privacy/cancelErasureAction": signedIn("/painel"),
  "privacy/requestErasureAction": signedIn("/painel"),
  "repairs/runRepairAction": mainAdmins("/admin/system-repair"),
  "requests/findPlacesAction": open("/sc/cadastro"),
  "requests/listTownsAction": open("/sc/cadastro"),
  "requests/requestStatusAction": open("/sc/cadastro"),
  "requests/sendPlaceRequestAction": { ...open("/sc/cadastro"), input: {} },
  "requests/sendTakedownRequestAction": open("/direitos-autorais"),
  "requests/sendTripPanelRequestAction": open("/solicitar-painel-viagem"),
  "reviews/sendReviewAction": open("/enviar-avaliacao"),

  "sales/cancelSaleAction": {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    page: "/vendedor/dashboard",
    input: { id: MISSING, reason: "x" },
  },
  "sales/cleanSignaturesAction": mainAdmins("/admin/sellers"),
  // Administrators may open the seller portal, but only active sellers may sell.
  "sales/submitSaleAction": { can: ["vendedor"], page: "/vendedor/nova-venda", form: sale },
  "sellers/applyAction": signedIn("/vendedor/cadastro"),
  "sellers/decideSellerAction": mainAdmins("/admin/sellers"),
  "convoys/createConvoyAction": signedIn("/comboio"),
  "convoys/joinConvoyAction": signedIn("/comboio"),
  "convoys/changeConvoyAction": signedIn("/comboio/ABCDEFGH"),
  "convoys/leaveConvoyAction": signedIn("/comboio/ABCDEFGH"),
  "sellers/setOwnPixKeyAction": {
    can: ["vendedor"],
    page: "/vendedor/dashboard",
    form: { pixKey: "", pixKeyType: "cpf" },
  },
  "sellers/setCommissionAction": mainAdmins("/admin/sellers"),

  "settings/answerRoadSourcesAction": mainAdmins("/admin"),
  "settings/saveGeneralSettingsAction": mainAdmins("/admin/settings"),
  "settings/savePortalSettingsAction": mainAdmins("/admin/portal-settings"),
  "settings/saveSystemSettingsAction": mainAdmins("/admin/system-config"),

  "accounts/users/changeBlockAction": mainAdmins("/admin/users"),
  "accounts/users/changeMatrixAction": mainAdmins("/admin/permissions"),
  "accounts/users/changeRoleAction": mainAdmins("/admin/users"),
  "accounts/users/deleteUserAction": mainAdmins("/admin/users"),
  "accounts/users/endSessionAction": mainAdmins("/admin/acesso"),
  "accounts/users/endSessionsAction": mainAdmins("/admin/acesso"),
  "accounts/users/mergeAction": mainAdmins("/admin/users"),
  "accounts/users/previewMergeAction": mainAdmins("/admin/users"),
  "accounts/users/resendConfirmationAction": mainAdmins("/admin/users"),
  "accounts/users/resetMfaAction": mainAdmins("/admin/users"),

  // The desk of a place: the database lets only its owners enrol and revoke.
  "voucher-desk/enrolVoucherDeviceAction": signedIn(`/painel/lugares/${MISSING}/balcao`),
  "voucher-desk/revokeVoucherDeviceAction": signedIn(`/painel/lugares/${MISSING}/balcao`),
  // The gate of an event.
  "gate/addListAction": admins("/admin/event-checkin"),
  "gate/enrolDeviceAction": admins("/admin/event-checkin"),
  "gate/revokeDeviceAction": admins("/admin/event-checkin"),
  "event-messages/cancelMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "event-messages/noteOpenedAction": editors(`/admin/events/${MISSING}/edit`),
  "event-messages/previewMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "event-messages/sendMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "event-panel/duplicateEventAction": editors(`/admin/events/${MISSING}/edit`),
  "event-panel/addRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/answerAttendanceAction": open(`/eventos/presenca/${"0".repeat(43)}`),
  "event-panel/askAttendanceAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "event-panel/cancelContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "event-panel/freeDeclinedPlacesAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "event-panel/promoteWaitingListAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "event-panel/saveContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "event-panel/sendContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "event-panel/assignStandAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/changeEventAction": editors(`/admin/events/${MISSING}/edit`),
  "event-panel/checkDocumentAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/decideRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/decideRegistrationsAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/editAnswersAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/editRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "event-panel/resendRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),

  // Promotion of events.
  "event-promotion/addLeadActivityAction": admins("/admin/events/prospecting"),
  "event-promotion/composeAdAction": admins("/admin/events/ai-ads"),
  "event-promotion/decideAdAction": admins("/admin/events/ai-ads"),
  "event-promotion/editAdAction": admins("/admin/events/ai-ads"),
  "event-promotion/kit/addLinkAction": editors(`/admin/events/${MISSING}/promotion`),
  "event-promotion/kit/endPromotionAction": editors(`/admin/events/${MISSING}/promotion`),
  "event-promotion/kit/featureEventAction": editors(`/admin/events/${MISSING}/promotion`),
  "event-promotion/reuseAdAction": admins("/admin/events/ai-ads"),
  "event-promotion/inviteLeadAction": admins("/admin/events/prospecting"),
  // Publishing events.
  "event-publishing/cancelEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),
  "event-publishing/listMunicipalitiesAction": signedIn("/publicar-evento"),
  "event-publishing/nearbyEventsAction": signedIn("/publicar-evento"),
  "event-publishing/postponeEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),
  "event-publishing/saveEventAction": signedIn("/publicar-evento"),
  "event-publishing/submitEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),

  "event-publishing/links/createPublishLinkAction": editors("/admin/events"),
  "event-publishing/links/revokePublishLinkAction": editors("/admin/events"),

  // Certificates.
  "certificates/saveTemplateAction": admins("/admin/certificate-templates"),
  "certificates/issueCertificatesAction": admins("/admin/certificates"),
  "certificates/revokeCertificateAction": admins("/admin/certificates"),
  "certificates/reissueCertificateAction": admins("/admin/certificates"),
  "certificates/sendCertificatesAction": admins("/admin/certificates"),
  "print-batches/printBadgesAction": editors(`/admin/events/${MISSING}/registrations`),
  "print-batches/printCertificatesAction": admins("/admin/certificates"),
  "print-batches/retryPrintBatchAction": {
    ...editors(`/admin/events/${MISSING}/registrations`),
    input: { batch: MISSING },
  },

  // Places with owners.
  "own-places/savePlaceAction": signedIn(OWN_PLACE),
  "own-places/proposeChangeAction": signedIn(OWN_PLACE),
  "own-places/withdrawChangeAction": signedIn(OWN_PLACE),
  "own-places/inviteStaffAction": signedIn(OWN_PLACE),
  "own-places/revokeInvitationAction": signedIn(OWN_PLACE),
  "own-places/removeStaffAction": signedIn(OWN_PLACE),
  "own-places/leavePlaceAction": signedIn(OWN_PLACE),
  "own-places/acceptInvitationAction": signedIn("/painel/lugares/convite/none"),
  "own-places/addPlaceMemberAction": editors("/admin/services"),
  "own-places/removePlaceMemberAction": editors("/admin/services"),
  "service-plans/orderPlanAction": signedIn(OWN_PLACE),
  "service-messages/answerMessageAction": signedIn(OWN_PLACE),
  "service-messages/setMessageDoneAction": signedIn(OWN_PLACE),

  // Members of clubs.
  "clubs/addMemberAction": editors("/admin/clubes"),
  "clubs/removeMemberAction": editors("/admin/clubes"),

  // Must be last: it ends the session that the entries above use.
  "accounts/signOutAction": open("/home"),
};

/** The action name of an entry. */
export const actionOf = (name: string) => name.split(" ", 1)[0] ?? "";
