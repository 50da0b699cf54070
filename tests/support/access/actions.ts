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
const OWN_TEAM = `/painel/eventos/${MISSING}/equipe`;
const OWN_MONEY = `/painel/eventos/${MISSING}/recebimento`;
const OWN_INTEGRATIONS = `/painel/eventos/${MISSING}/integracoes`;
const OWN_PAGE = `/painel/eventos/${MISSING}/pagina`;
const OWN_GALLERY = `/painel/eventos/${MISSING}/galeria`;
const OWN_PROMOTION = `/painel/eventos/${MISSING}/divulgacao`;
const OWN_RALLY = `/painel/eventos/${MISSING}/rally`;
const OWN_PLACE = `/painel/lugares/${MISSING}`;
const REMINDERS = `/diario-de-bordo/${MISSING}/lembretes`;

const open = (page: string): ActionLine => ({ can: ACTORS, page });
const signedIn = (page: string): ActionLine => ({ can: ACCOUNTS, page });
const editors = (page: string): ActionLine => ({ can: EDITORS_UP, page });
const admins = (page: string): ActionLine => ({ can: ADMINS_UP, page });
const mainAdmins = (page: string): ActionLine => ({ can: MAIN_ADMINS_UP, page });

/** Inputs of the record actions that are refused or invalid for a resource, so that nothing is written. */
const RECORD_INPUTS: Record<string, (resource: string) => unknown> = {
  saveRowAction: (resource) => ({ resource, id: null, expected_version: null, values: { nothing: 1 } }),
  bulkAction: (resource) => ({ resource, ids: [MISSING], action: "set", field: "nothing" }),
  restoreVersionAction: (resource) => ({ resource, id: MISSING, entry: 0 }),
  findReferencesAction: (resource) => ({ resource, field: "nothing", typed: "", state: null }),
  importRowsAction: (resource) => ({ resource, rows: [{ line: 1, cells: { nothing: "1" } }] }),
  mergeAction: (resource) => ({ resource, remaining: MISSING, other: OTHER }),
  judgePairAction: (resource) => ({ resource, ids: [MISSING, OTHER], different: false }),
  saveViewAction: (resource) => ({ resource, name: "access table", query: "" }),
};

/** One entry per record action, for one resource. */
function recordLines(resource: string, line: ActionLine): Record<string, ActionLine> {
  return Object.fromEntries(
    Object.entries(RECORD_INPUTS).map(([action, input]) => [
      `panel/admin/${action} ${resource}`,
      { ...line, input: input(resource) },
    ]),
  );
}

/** Entries for the decision and the assignment of one kind of inbox item. */
function inboxLines(kind: string, line: ActionLine, { assignable = true } = {}): Record<string, ActionLine> {
  return {
    [`panel/inbox/decideAction ${kind}`]: { ...line, input: { kind, id: MISSING, decision: "reject", reason: "x" } },
    ...(assignable && { [`panel/inbox/assignAction ${kind}`]: { ...line, input: { kind, id: MISSING, mine: false } } }),
  };
}

const sale = {
  client_request_id: MISSING,
  plan_id: MISSING,
  seen_price_cents: "100",
  start_date: "2030-01-01",
  client_company_name: "Pousada",
  client_document: "52998224725",
  is_remote_signing: "false",
  client_contact_name: "Ana",
  client_email: "ana@example.org",
  client_phone: "(49) 98888-0000",
  terms_version: "0",
  accepts_terms: "on",
  seller_signature: new Blob(["x"]),
  client_signature: new Blob(["x"]),
};

/** All server actions by domain; words after the name distinguish several entries of one action. */
export const ACTIONS: Record<string, ActionLine> = {
  "accounts/accounts/confirmLinkAction": open("/auth/confirm"),
  "garage/reminders/saveReminderAction": signedIn(REMINDERS),
  "garage/reminders/completeReminderAction": signedIn(REMINDERS),
  "garage/reminders/undoReminderAction": signedIn(REMINDERS),
  "garage/reminders/snoozeReminderAction": signedIn(REMINDERS),
  "garage/reminders/pauseReminderAction": signedIn(REMINDERS),
  "garage/reminders/setReminderDeletedAction": signedIn(REMINDERS),
  "garage/reminders/retryReminderAction": admins("/admin/maintenance-reminders?ver=envios"),
  "travel/saved-trips/renameTripAction": signedIn("/planejador-rota"),
  "travel/saved-trips/duplicateTripAction": signedIn("/planejador-rota"),
  "travel/saved-trips/setTripDeletedAction": signedIn("/planejador-rota"),
  "garage/history/dossier/saveDossierAction": signedIn(`/diario-de-bordo/${MISSING}/dossie`),
  "garage/history/dossier/setDossierPhotoAction": signedIn(`/diario-de-bordo/${MISSING}/dossie`),
  "garage/vehicles/addVehicleAction": signedIn("/diario-de-bordo"),
  "garage/vehicles/changeVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/deleteVehicleAction": signedIn("/diario-de-bordo"),
  "garage/vehicles/deleteVehicleFileAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/replaceOdometerAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/saveIdentityAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/setOdometerBrokenAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/setVehicleDeletedAction": signedIn("/diario-de-bordo"),
  "garage/vehicles/setVehicleModelAction": signedIn(`/diario-de-bordo/${MISSING}/lembretes`),
  "garage/vehicles/setVehiclePhotoAction": signedIn(`/diario-de-bordo/${MISSING}/editar`),
  "garage/vehicles/documents/saveDocumentAction": signedIn(`/diario-de-bordo/${MISSING}/documentos`),
  "garage/vehicles/documents/setDocumentDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/documentos`),
  "garage/vehicles/parts/savePartAction": signedIn(`/diario-de-bordo/${MISSING}/pecas`),
  "garage/vehicles/parts/setPartDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/pecas`),
  "garage/diary/logTripAction": signedIn("/planejador-rota"),
  "garage/diary/saveDiaryEntryAction": signedIn(DIARY),
  "garage/diary/setDiaryEntryDeletedAction": signedIn(DIARY),
  "garage/diary/findTownsAction": signedIn(DIARY),
  "travel/tracks/deleteTrackAction": signedIn("/planejador-rota"),
  "garage/sharing/inviteMemberAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/revokeInvitationAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/setMemberRoleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/removeMemberAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/leaveVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/acceptInvitationAction": signedIn(`/diario-de-bordo/convite/${NO_TOKEN}`),
  "garage/sharing/sale/addSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/sale/changeSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/sale/revokeSaleLinkAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/handover/offerVehicleAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/handover/withdrawOfferAction": signedIn(`/diario-de-bordo/${MISSING}/compartilhar`),
  "garage/sharing/handover/decideOfferAction": signedIn(`/diario-de-bordo/transferencia/${NO_TOKEN}`),
  "garage/entries/setEntryDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/abastecimentos`),
  "travel/tracks/setTripDoneAction": signedIn("/planejador-rota"),
  "garage/checklists/reopenChecklistAction": signedIn("/diario-de-bordo/checklist/novo"),
  "garage/checklists/setChecklistDeletedAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/saveTemplateAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/deleteTemplateAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/saveTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/finishTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/reopenTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "garage/checklists/deleteTaskAction": signedIn(`/diario-de-bordo/${MISSING}/checklists`),
  "travel/saved-trips/shares/shareTripAction": signedIn("/planejador-rota"),
  "travel/saved-trips/shares/revokeShareAction": signedIn("/planejador-rota"),
  "partners/downloads/cancelVoucherAction": signedIn("/painel"),
  "partners/downloads/downloadVoucherAction": open("/sc/vouchers"),
  "accounts/accounts/profile/endOwnSessionAction": signedIn("/painel"),
  "accounts/accounts/googleSignInAction": open("/login"),
  "accounts/accounts/recoverByPhoneAction": open("/forgot-password"),
  "accounts/accounts/requestLinkAction": open("/login"),
  "accounts/accounts/requestPhoneRecoveryAction": open("/forgot-password"),
  "accounts/accounts/requestPhoneSignUpAction": { ...open("/register-user"), input: {} },
  "accounts/accounts/requestRecoveryAction": open("/forgot-password"),
  "accounts/accounts/resendConfirmationAction": signedIn("/painel"),
  "accounts/accounts/profile/savePreferencesAction": signedIn("/painel"),
  "accounts/accounts/profile/saveProfileAction": signedIn("/painel"),
  "accounts/accounts/signInAction": { ...open("/login"), input: {} },
  "accounts/accounts/profile/signOutEverywhereAction": signedIn("/painel"),
  "accounts/accounts/signUpAction": { ...open("/register-user"), input: {} },
  "accounts/accounts/signUpByPhoneAction": { ...open("/register-user"), input: {} },
  "accounts/accounts/updatePasswordAction": signedIn("/update-password"),

  ...recordLines("faqs", editors("/admin/website-content/perguntas")),
  ...recordLines("tolls", mainAdmins("/admin/tolls")),
  "panel/admin/deleteViewAction": {
    can: ACCOUNTS,
    page: "/admin/website-content/perguntas",
    unguarded: true,
    input: { id: MISSING },
  },

  "guide/map-places/verifyMapPlaceAction": editors("/admin/services/mapa"),
  "commerce/ads/decideAdAction": editors("/admin/ads"),
  "panel/algorithms/restoreWeightsAction": mainAdmins("/admin/system-algorithms"),
  "panel/algorithms/saveConditionSettingsAction": mainAdmins("/admin/system-algorithms"),
  "panel/algorithms/savePaceSettingsAction": mainAdmins("/admin/system-algorithms"),
  "panel/algorithms/saveWeightsAction": mainAdmins("/admin/system-algorithms"),
  "panel/api-keys/deleteApiKeyAction": mainAdmins("/admin/api-keys"),
  "panel/api-keys/registerApiKeyAction": mainAdmins("/admin/api-keys"),
  "panel/approvals/createLinkAction service_request": {
    ...admins("/admin"),
    input: { kind: "service_request", id: MISSING },
  },
  "panel/approvals/createLinkAction event": { ...editors("/admin"), input: { kind: "event", id: MISSING } },
  "panel/approvals/createLinkAction voucher": { ...editors("/admin"), input: { kind: "voucher", id: MISSING } },
  "panel/approvals/decideApprovalAction": open(`/approval/${"0".repeat(64)}`),
  "panel/approvals/revokeLinksAction service_request": {
    ...admins("/admin"),
    input: { kind: "service_request", id: MISSING },
  },
  "panel/approvals/revokeLinksAction event": { ...editors("/admin"), input: { kind: "event", id: MISSING } },
  "panel/approvals/revokeLinksAction voucher": { ...editors("/admin"), input: { kind: "voucher", id: MISSING } },
  "partners/vouchers/saveVoucherAction": signedIn("/sc/cadastro-voucher"),
  "partners/vouchers/setVoucherStatusAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "partners/vouchers/setVoucherLimitsAction": editors("/admin/vouchers"),
  "partners/vouchers/shareReportAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "partners/vouchers/revokeReportAction": signedIn(`/painel/lugares/${MISSING}/vouchers`),
  "accounts/accounts/factors/readProofMethodAction": signedIn("/painel"),
  "accounts/accounts/factors/beginEnrolmentAction": signedIn("/painel"),
  "accounts/accounts/factors/confirmEnrolmentAction": open("/login"),
  "accounts/accounts/factors/mailProofAction": signedIn("/painel"),
  "accounts/accounts/factors/proveIdentityAction": signedIn("/painel"),
  "accounts/accounts/factors/recoverAction": open("/login"),
  "accounts/accounts/factors/removeFactorAction": signedIn("/painel"),
  "accounts/accounts/factors/renewRecoveryCodesAction": signedIn("/painel"),
  "accounts/accounts/factors/verifyCodeAction": open("/login"),
  "panel/health/clearReportsAction": mainAdmins("/admin/system-health"),

  ...inboxLines("service_request", admins("/admin")),
  ...inboxLines("trip_panel", admins("/admin")),
  "panel/inbox/deliverTripPanelAction": {
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
  "panel/inbox/answerTripPanelAction": { ...admins("/admin"), input: { id: MISSING, answer: "x", link: "" } },
  "panel/inbox/replyAction": admins("/admin"),
  "panel/tasks/setTaskStatusAction": { ...editors("/admin"), input: { id: MISSING, status: "done" } },

  "panel/jobs/runJobAgainAction": mainAdmins("/admin/system-health"),
  "commerce/leads/sendLeadAction": open("/anuncie-aqui"),
  "platform/links/replaceLinkAction": { ...signedIn("/vendedor/dashboard"), unguarded: true },
  "platform/links/shareLinkAction": { ...signedIn("/vendedor/dashboard"), unguarded: true },
  "platform/media/describePictureAction": editors("/admin/website-content/perguntas"),
  "platform/media/importPictureAction": editors("/admin/website-content/perguntas"),
  "platform/media/readPictureAction": editors("/admin/website-content/perguntas"),
  "geo/municipalities/installCitiesAction": mainAdmins("/admin/city-installer"),

  "accounts/notifications/addCampaignAction": admins("/admin/notifications"),
  "accounts/notifications/cancelCampaignAction": admins("/admin/notifications"),
  "accounts/notifications/countAudienceAction": admins("/admin/notifications"),
  "accounts/notifications/markReadAction": signedIn("/painel"),
  "accounts/notifications/removeDeviceAction": signedIn("/painel"),
  "accounts/notifications/saveDeviceAction": signedIn("/painel"),
  "accounts/notifications/sendCampaignAction": admins("/admin/notifications"),
  "accounts/notifications/setNoticesAction": signedIn("/painel"),

  "commerce/payments/approveCommissionsAction": mainAdmins("/admin/financials"),
  "commerce/payments/confirmPixAction": mainAdmins("/admin/financials"),
  "commerce/payments/markRefundedAction": mainAdmins("/admin/financials"),
  "commerce/payments/payCommissionsAction": mainAdmins("/admin/financials"),
  "commerce/payments/recordPayoutReceiptAction": mainAdmins("/admin/financials"),
  "commerce/payments/saveEventFeeAction": mainAdmins("/admin/payment-settings"),
  "commerce/fees/createInvoiceAction": mainAdmins(`/admin/financials/repasses/${MISSING}`),
  "commerce/fees/setInvoiceStatusAction": mainAdmins(`/admin/financials/repasses/${MISSING}`),
  "commerce/plans/acceptPlanAction": mainAdmins("/admin/settings/primeiros-passos"),
  "commerce/payouts/cancelPayoutAction": mainAdmins(`/admin/financials/repasses/${MISSING}`),
  "commerce/payouts/recordPayoutAction": mainAdmins(`/admin/financials/repasses/${MISSING}`),
  "commerce/payments/readOpenPaymentsAction": open("/sc/pagamento"),
  "commerce/payments/saveCollectingAction": mainAdmins("/admin/payment-settings"),
  "commerce/payments/refundCardAction": mainAdmins("/admin/financials"),
  "commerce/payments/savePixConfigAction": mainAdmins("/admin/payment-settings"),
  "commerce/payments/saveStripeConfigAction": mainAdmins("/admin/payment-settings"),
  "commerce/payments/testStripeAction": mainAdmins("/admin/payment-settings"),

  "guide/passport/sharePassportAction": signedIn("/passaporte"),
  "guide/passport/unsharePassportAction": signedIn("/passaporte"),
  "accounts/privacy/acknowledgeLegalAction": signedIn("/painel"),
  "accounts/privacy/cancelErasureAction": signedIn("/painel"),
  "accounts/privacy/requestErasureAction": signedIn("/painel"),
  "panel/repairs/runRepairAction": mainAdmins("/admin/system-repair"),
  "panel/requests/findPlacesAction": open("/sc/cadastro"),
  "panel/requests/listTownsAction": open("/sc/cadastro"),
  "panel/requests/requestStatusAction": open("/sc/cadastro"),
  "panel/requests/sendPlaceRequestAction": { ...open("/sc/cadastro"), input: {} },
  "panel/requests/sendTakedownRequestAction": open("/direitos-autorais"),
  "panel/requests/sendTripPanelRequestAction": open("/solicitar-painel-viagem"),
  "guide/reviews/sendReviewAction": open("/enviar-avaliacao"),

  "commerce/sales/cancelSaleAction": {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    page: "/vendedor/dashboard",
    input: { id: MISSING, reason: "x" },
  },
  "commerce/sales/cleanSignaturesAction": mainAdmins("/admin/sellers"),
  // Administrators may open the seller portal, but only active sellers may sell.
  "commerce/sales/submitSaleAction": { can: ["vendedor"], page: "/vendedor/nova-venda", form: sale },
  "commerce/sellers/applyAction": signedIn("/vendedor/cadastro"),
  "commerce/sellers/decideSellerAction": mainAdmins("/admin/sellers"),
  "travel/convoys/createConvoyAction": signedIn("/comboio"),
  "travel/convoys/joinConvoyAction": signedIn("/comboio"),
  "travel/convoys/changeConvoyAction": signedIn("/comboio/ABCDEFGH"),
  "travel/convoys/leaveConvoyAction": signedIn("/comboio/ABCDEFGH"),
  "commerce/sellers/setOwnPixKeyAction": {
    can: ["vendedor"],
    page: "/vendedor/dashboard",
    form: { pix_key: "", pix_key_type: "cpf" },
  },
  "commerce/sellers/setCommissionAction": mainAdmins("/admin/sellers"),

  "platform/settings/answerRoadSourcesAction": mainAdmins("/admin"),
  "platform/settings/saveGeneralSettingsAction": mainAdmins("/admin/settings"),
  "platform/settings/savePortalSettingsAction": mainAdmins("/admin/portal-settings"),
  "platform/settings/saveSystemSettingsAction": mainAdmins("/admin/system-config"),

  "accounts/accounts/users/changeBlockAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/changeMatrixAction": mainAdmins("/admin/permissions"),
  "accounts/accounts/users/changeRoleAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/deleteUserAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/endSessionAction": mainAdmins("/admin/acesso"),
  "accounts/accounts/users/endSessionsAction": mainAdmins("/admin/acesso"),
  "accounts/accounts/users/mergeAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/previewMergeAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/resendConfirmationAction": mainAdmins("/admin/users"),
  "accounts/accounts/users/resetMfaAction": mainAdmins("/admin/users"),

  // The desk of a place: the database lets only its owners enrol and revoke.
  "partners/desk/enrolVoucherDeviceAction": signedIn(`/painel/lugares/${MISSING}/balcao`),
  "partners/desk/revokeVoucherDeviceAction": signedIn(`/painel/lugares/${MISSING}/balcao`),
  // The gate of an event.
  "events/gate/addListAction": admins("/admin/event-checkin"),
  "events/gate/enrolDeviceAction": admins("/admin/event-checkin"),
  "events/gate/revokeDeviceAction": admins("/admin/event-checkin"),
  "events/integrations/addWebhookAction": editors(OWN_INTEGRATIONS),
  "events/integrations/createTokenAction": editors(OWN_INTEGRATIONS),
  "events/integrations/deleteWebhookAction": editors(OWN_INTEGRATIONS),
  "events/integrations/pauseWebhookAction": editors(OWN_INTEGRATIONS),
  "events/integrations/resendDeliveryAction": editors(OWN_INTEGRATIONS),
  "events/integrations/revokeTokenAction": editors(OWN_INTEGRATIONS),
  "events/integrations/testWebhookAction": editors(OWN_INTEGRATIONS),
  "events/members/acceptEventInvitationAction": signedIn(`/painel/eventos/convite/${NO_TOKEN}`),
  "events/members/inviteMemberAction": editors(OWN_TEAM),
  "events/members/removeMemberAction": editors(OWN_TEAM),
  "events/members/revokeEventInvitationAction": editors(OWN_TEAM),
  "events/members/setMemberAction": editors(OWN_TEAM),
  "events/recipients/choosePortalAction": editors(OWN_MONEY),
  "events/recipients/chooseStripeAction": editors(OWN_MONEY),
  "events/recipients/confirmEventPixAction": editors(OWN_MONEY),
  "events/recipients/decideRecipientAction": mainAdmins("/admin/financials/recebedores"),
  "events/recipients/endCardRefundAction": editors(OWN_MONEY),
  "events/recipients/refundEventCardAction": editors(OWN_MONEY),
  "events/recipients/refuseReceiptAction": editors(OWN_MONEY),
  "events/recipients/setRecipientAction": editors(OWN_MONEY),
  "events/recipients/undoEventPixAction": editors(OWN_MONEY),
  "events/recipients/withdrawRecipientAction": editors(OWN_MONEY),
  "events/orders/saveOrderFormAction": editors(`/painel/eventos/${MISSING}/pedidos`),
  "events/rally/editing/deletePartAction": editors(OWN_RALLY),
  "events/rally/editing/drawOrderAction": editors(OWN_RALLY),
  "events/rally/editing/finishStageAction": editors(OWN_RALLY),
  "events/rally/editing/publishRallyAction": editors(OWN_RALLY),
  "events/rally/editing/removePassAction": editors(OWN_RALLY),
  "events/rally/editing/saveControlAction": editors(OWN_RALLY),
  "events/rally/editing/saveCrewAction": editors(OWN_RALLY),
  "events/rally/editing/saveRallyAction": editors(OWN_RALLY),
  "events/rally/editing/saveSectionAction": editors(OWN_RALLY),
  "events/rally/editing/saveStageAction": editors(OWN_RALLY),
  "events/rally/editing/tapPassAction": editors(OWN_RALLY),
  "events/gallery/addPicturesAction": editors(OWN_GALLERY),
  "events/gallery/movePictureAction": editors(OWN_GALLERY),
  "events/gallery/removePictureAction": editors(OWN_GALLERY),
  "events/gallery/setPictureAction": editors(OWN_GALLERY),
  "events/series/linkEditionAction": editors(OWN_PROMOTION),
  "events/series/unlinkEditionAction": editors(OWN_PROMOTION),
  "events/sponsors/removeSponsorAction": editors(OWN_PAGE),
  "events/sponsors/setSponsorAction": editors(OWN_PAGE),
  "events/votes/publishVotesAction": editors(OWN_GALLERY),
  "events/messages/cancelMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/automatic/saveAutomaticAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/automatic/setCertificateAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/automatic/testAutomaticAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/changeMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/noteOpenedAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/previewMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/sendMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "events/messages/testMessageAction": editors(`/admin/events/${MISSING}/edit`),
  "events/panel/duplicateEventAction": editors(`/admin/events/${MISSING}/edit`),
  "events/panel/addRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/answerAttendanceAction": open(`/eventos/presenca/${"0".repeat(43)}`),
  "events/panel/askAttendanceAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "events/panel/cancelContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "events/panel/freeDeclinedPlacesAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "events/panel/promoteWaitingListAction": editors(`/admin/events/${MISSING}/confirmacao`),
  "events/panel/saveContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "events/panel/sendContractAction": admins(`/admin/events/${MISSING}/registrations/${MISSING}/contract`),
  "events/panel/assignStandAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/changeEventAction": editors(`/admin/events/${MISSING}/edit`),
  "events/panel/checkDocumentAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/decideRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/decideRegistrationsAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/editAnswersAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/editRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/resendRegistrationAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/list/addNoteAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/list/removeNoteAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/panel/list/selectAllAction": editors(`/admin/events/${MISSING}/registrations`),

  // Promotion of events.
  "events/promotion/addLeadActivityAction": admins("/admin/events/prospecting"),
  "events/promotion/composeAdAction": admins("/admin/events/ai-ads"),
  "events/promotion/decideAdAction": admins("/admin/events/ai-ads"),
  "events/promotion/editAdAction": admins("/admin/events/ai-ads"),
  "events/promotion/kit/addLinkAction": editors(`/admin/events/${MISSING}/promotion`),
  "events/promotion/kit/endPromotionAction": editors(`/admin/events/${MISSING}/promotion`),
  "events/promotion/kit/featureEventAction": editors(`/admin/events/${MISSING}/promotion`),
  "events/promotion/reuseAdAction": admins("/admin/events/ai-ads"),
  "events/promotion/inviteLeadAction": admins("/admin/events/prospecting"),
  // Publishing events.
  "events/publishing/cancelEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),
  "events/publishing/listMunicipalitiesAction": signedIn("/publicar-evento"),
  "events/publishing/nearbyEventsAction": signedIn("/publicar-evento"),
  "events/publishing/postponeEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),
  "events/publishing/saveEventAction": signedIn("/publicar-evento"),
  "events/publishing/submitEventAction": signedIn(`/publicar-evento/preview/${MISSING}`),

  "events/publishing/links/createPublishLinkAction": editors("/admin/events"),
  "events/publishing/links/revokePublishLinkAction": editors("/admin/events"),

  // Certificates.
  "events/certificates/saveTemplateAction": admins("/admin/certificate-templates"),
  "events/certificates/issueCertificatesAction": admins("/admin/certificates"),
  "events/certificates/revokeCertificateAction": admins("/admin/certificates"),
  "events/certificates/reissueCertificateAction": admins("/admin/certificates"),
  "events/certificates/sendCertificatesAction": admins("/admin/certificates"),
  "events/print-batches/printBadgesAction": editors(`/admin/events/${MISSING}/registrations`),
  "events/print-batches/printCertificatesAction": admins("/admin/certificates"),
  "events/print-batches/retryPrintBatchAction": {
    ...editors(`/admin/events/${MISSING}/registrations`),
    input: { batch: MISSING },
  },

  // Places with owners.
  "partners/own-places/savePlaceAction": signedIn(OWN_PLACE),
  "partners/own-places/proposeChangeAction": signedIn(OWN_PLACE),
  "partners/own-places/withdrawChangeAction": signedIn(OWN_PLACE),
  "partners/own-places/inviteStaffAction": signedIn(OWN_PLACE),
  "partners/own-places/revokeInvitationAction": signedIn(OWN_PLACE),
  "partners/own-places/removeStaffAction": signedIn(OWN_PLACE),
  "partners/own-places/leavePlaceAction": signedIn(OWN_PLACE),
  "partners/own-places/acceptInvitationAction": signedIn("/painel/lugares/convite/none"),
  "partners/own-places/addPlaceMemberAction": editors("/admin/services"),
  "partners/own-places/removePlaceMemberAction": editors("/admin/services"),
  "partners/service-plans/orderPlanAction": signedIn(OWN_PLACE),
  "partners/service-messages/answerMessageAction": signedIn(OWN_PLACE),
  "partners/service-messages/setMessageDoneAction": signedIn(OWN_PLACE),

  // Members of clubs.
  "guide/clubs/addMemberAction": editors("/admin/clubes"),
  "guide/clubs/removeMemberAction": editors("/admin/clubes"),

  // Must be last: it ends the session that the entries above use.
  "accounts/accounts/signOutAction": open("/home"),
};

/** The action name of an entry. */
export const actionOf = (name: string) => name.split(" ", 1)[0] ?? "";
