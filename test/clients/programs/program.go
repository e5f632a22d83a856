// Calls of a new integrator with the client that oapi-codegen makes.
package main

import (
	"context"
	"net/http"
	"os"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"program/api"
)

func check(isRight bool, what string) {
	if !isRight {
		panic(what)
	}
}

func main() {
	ctx := context.Background()
	withKey := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("FREIGHT_API_KEY"))
		return nil
	})
	client, err := api.NewClientWithResponses(os.Getenv("FREIGHT_URL"), withKey)
	check(err == nil, "client")

	query := "elizabeth"
	found, err := client.SearchTerminalsWithResponse(ctx, &api.SearchTerminalsParams{Query: &query})
	check(err == nil && found.JSON200 != nil, "search")
	terminal := found.JSON200.Data[0].Name

	lanes := []api.Lane{{OriginTerminal: terminal, DestinationCity: "Chicago", DestinationState: "IL"}}
	priced, err := client.PriceLanesWithResponse(ctx, &api.PriceLanesParams{}, lanes)
	check(err == nil && priced.JSON200 != nil, "rate")
	check(priced.JSON200.Data[0].Analysis.SuggestedRate > 0, "rate is 0")

	key := "generated-go"
	created, err := client.CreateQuoteWithResponse(ctx, &api.CreateQuoteParams{IdempotencyKey: &key}, api.CreateQuoteBody{
		Origin:        terminal,
		Destination:   "Chicago, IL",
		EquipmentType: "container_40hc",
		PickupDate:    types.Date{Time: time.Now().UTC().AddDate(0, 0, 3)},
	})
	check(err == nil && created.JSON200 != nil, "quote")

	listed, err := client.ListQuotesWithResponse(ctx, &api.ListQuotesParams{})
	check(err == nil && listed.JSON200 != nil, "list")
	isListed := false
	for _, quote := range listed.JSON200.Quotes {
		isListed = isListed || quote.QuoteId == created.JSON200.Quote.QuoteId
	}
	check(isListed, "the quote is not listed")

	webhook, err := client.CreateWebhookWithResponse(ctx, &api.CreateWebhookParams{}, api.CreateWebhookBody{
		Url:    os.Getenv("RECEIVER_URL"),
		OrgId:  os.Getenv("ORG_ID"),
		Events: []api.EventName{"quote.created"},
	})
	check(err == nil && webhook.JSON200 != nil, "webhook")

	_, _, _ = api.QuoteCreatedEvent{}, api.ChatCreatedEvent{}, api.RfpCreatedEvent{}
}
