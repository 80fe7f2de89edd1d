// Command play lets two bots play a match against each other, with nothing but what the OpenAPI
// document tells.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"saqqara.example/play/generated/saqqara"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "name the server: go run . http://127.0.0.1:8000")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := play(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play makes an account with two bots and a match of the Duel between them, and plays it out.
func play(ctx context.Context, server string) error {
	owner, err := register(ctx, server)
	if err != nil {
		return err
	}
	var bots []*saqqara.ClientWithResponses
	var seats []*saqqara.GivenId
	for _, name := range []string{"gopher", "ferret"} {
		bot, id, err := create(ctx, server, owner, name)
		if err != nil {
			return err
		}
		bots, seats = append(bots, bot), append(seats, &id)
	}
	base := 600_000
	made, err := owner.MatchesCreateWithResponse(ctx, nil, saqqara.CreateMatch{
		Game:        "duel",
		TimeControl: saqqara.TimeControlTerms{Kind: saqqara.TimeControlKindFischer, BaseMs: &base},
		Seats:       seats,
	})
	if err != nil {
		return err
	}
	if made.JSON201 == nil {
		return refused(made.Body)
	}
	return finish(ctx, bots, made.JSON201.Id)
}

// finish lets the bots answer their turns until the match is over, and prints how it ended.
func finish(ctx context.Context, bots []*saqqara.ClientWithResponses, match saqqara.Id) error {
	for {
		for _, bot := range bots {
			if err := answer(ctx, bot); err != nil {
				return err
			}
		}
		now, err := bots[0].MatchesGetWithResponse(ctx, match)
		if err != nil {
			return err
		}
		if now.JSON200 == nil {
			return refused(now.Body)
		}
		if now.JSON200.Status == saqqara.MatchStatusFinished && now.JSON200.Result != nil {
			ends := []saqqara.EndReason{now.JSON200.Result.Reason}
			return json.NewEncoder(os.Stdout).Encode(map[string]any{"match": match, "ends": ends})
		}
	}
}

// register makes an account, and a client with its token.
func register(ctx context.Context, server string) (*saqqara.ClientWithResponses, error) {
	visitor, err := saqqara.NewClientWithResponses(server)
	if err != nil {
		return nil, err
	}
	made, err := visitor.AccountsRegisterWithResponse(ctx, saqqara.Register{Name: "burrow"})
	if err != nil {
		return nil, err
	}
	if made.JSON201 == nil {
		return nil, refused(made.Body)
	}
	return bearer(server, made.JSON201.Token)
}

// create makes a bot of an account, and a client with the bot's token.
func create(
	ctx context.Context, server string, owner *saqqara.ClientWithResponses, name string,
) (*saqqara.ClientWithResponses, saqqara.GivenId, error) {
	made, err := owner.BotsCreateWithResponse(ctx, saqqara.CreateBot{Name: name})
	if err != nil {
		return nil, "", err
	}
	if made.JSON201 == nil || made.JSON201.Bot == nil {
		return nil, "", refused(made.Body)
	}
	bot, err := bearer(server, made.JSON201.Token)
	return bot, made.JSON201.Bot.Id, err
}

// bearer makes a client that sends a token with every request.
func bearer(server, token string) (*saqqara.ClientWithResponses, error) {
	return saqqara.NewClientWithResponses(server, saqqara.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+token)
			return nil
		},
	))
}

// answer takes the first action that is offered in every turn that waits for the bot.
func answer(ctx context.Context, bot *saqqara.ClientWithResponses) error {
	waiting, err := bot.MatchesTurnsWithResponse(ctx, nil)
	if err != nil {
		return err
	}
	if waiting.JSON200 == nil {
		return refused(waiting.Body)
	}
	for _, turn := range waiting.JSON200.Items {
		id := fmt.Sprintf("move-%d", turn.Version)
		acted, err := bot.MatchesActWithResponse(ctx, turn.MatchId, nil, saqqara.Act{
			Action: &turn.Actions[0], ExpectedVersion: &turn.Version, ActionId: &id,
		})
		if err != nil {
			return err
		}
		if acted.JSON200 == nil {
			return refused(acted.Body)
		}
	}
	return nil
}

// refused tells what the service answered in place of what the client wanted.
func refused(body []byte) error {
	return errors.New("the service answered " + string(body))
}
