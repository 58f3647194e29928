/** Which list of phrases a run reads refusals by; a run keeps the one it began with. */
export const refusalList = 1;

const texts =
  'passage|text|article|context|document|paragraph|excerpt|story|section|information|source|material|conversation|dialogue|dialog|snippet|content|background|background information|page|entry|reading|narrative|report|abstract|transcript|description|chapter|reference text|wikipedia article';
/** "The passage", "this text", "it", "the author": what an answer can say that something is not in. */
const textSubject = `(?:(?:the|this|that|my|your|our|any of the|either of the)\\s+)?(?:(?:given|provided|above|supplied|attached|available|current|entire|whole|short|retrieved|following)\\s+)*(?:${texts})s?(?:\\s+(?:above|below|itself|here|i have|(?:that\\s+)?(?:you\\s+)?(?:provided|given|supplied|shared|gave me)|i (?:was|am) given|you gave me|at hand|in question|provided|given|supplied|available))*`;
const inText = `(?:in|from|by|within|based on|according to|using|on the basis of|with)\\s+${textSubject}`;
const not =
  "(?:does\\s*not|doesn'?t|do\\s*not|don'?t|did\\s*not|didn'?t|never|cannot|can\\s*not|can'?t|could\\s*not|couldn'?t|fails?\\s+to|has\\s*not|hasn'?t|will\\s*not|won'?t|is\\s*not\\s+able\\s+to|isn'?t\\s+able\\s+to|is\\s+unable\\s+to)";
const adverb =
  '(?:\\s*(?:actually|explicitly|specifically|directly|clearly|really|even|ever|itself|appear to|seem to|quite|exactly|currently|sufficiently|fully|go so far as to))*';
const tells =
  'mention|say|state|specify|provide|contain|include|indicate|give|tell|address|discuss|answer|reveal|disclose|explain|clarify|describe|list|cover|touch on|identify|note|elaborate|go into|name|make (?:it |this |that )?clear|offer|refer to|supply|speak (?:of|about|to)|comment on|detail|make (?:any )?(?:mention|reference)|talk about|get into|confirm|quantify|mentions|says|states|specifies|provides|contains|includes|indicates|gives|tells|addresses|discusses|answers|reveals|discloses|explains|clarifies|describes|names|makes (?:it |this |that )?clear|mentioned|said|stated|specified|(?:have|hold|show|present|report|record|support|suggest|let (?:us|me)|allow (?:us|me)|help(?: us| me)?)\\s+(?:any|enough|the answer|an answer|information|that|this|details?|who|what|when|where|why|how|which|whether|to|answer|determine|know)';
const known =
  'mentioned|stated|specified|provided|given|known|indicated|described|disclosed|revealed|discussed|addressed|explained|listed|available|clear|said|told|answered|included|covered|identified|noted|present|recorded|detailed|contained|determined|explicit|named|answerable|apparent|evident|touched on|supplied|reported|documented|spelled out|made clear|possible to (?:say|tell|know|answer|determine|infer|conclude|establish)';
const finds =
  'know|knew|answer|find|found|determine|tell|say|see|provide|help|assist|respond|give|locate|confirm|infer|identify|conclude|offer|comment|be (?:sure|certain)|discern|establish|deduce|work (?:it|that|this) out|ascertain|verify|figure (?:it|that|this) out|comply|fulfil|fulfill|discuss|share|guess|judge|make out|do that|speculate|engage|continue|address';
const informs =
  'information|info|details?|mention|answer|indication|evidence|data|reference|explanation|context|clue|hint|statement|specifics|record|account|word|facts?|basis';

/** What follows "I don't know" in an answer that has no answer: nothing, the question again, or where it was looked for. */
const asked =
  '(?:[.!…?]|$|,|;|\\s*[-–—(]|\\s+(?:(?:the|an?|any|your|this|that)?\\s*(?:answer|question|information|details?|answers|reference|mention|indication)\\b|anything|that|this|it\\b|who|what|when|where|why|how(?! to (?!answer|respond))|which|if|whether|about|based|from|for|to (?:this|that|your|the)|in (?:the|this|that)|with|sorry|exactly|enough|because|since|as\\b|as to|here|yet|at all|for (?:sure|certain)|given|unless|on\\b|either|nor\\b|such|right now))';

const patterns = [
  // "The passage doesn't mention ...", "This article never says why".
  `${textSubject}\\s*,?\\s*(?:(?:simply|just|really|also|still|clearly|actually)\\s+)?${not}${adverb}\\s*(?:${tells})\\b`,
  `nowhere (?:does|do|did|in) ${textSubject}`,
  `(?:this|that|it)(?:'s| is| isn't)\\s+(?:not\\s+)?(?:something|anything|a (?:point|detail|question|matter))\\s+(?:that\\s+)?${textSubject}\\s*(?:${not}${adverb}\\s*)?(?:${tells}|covers|lists|touches on)\\b`,
  `[^.!?]{1,80}?\\b(?:is|are|was|were)\\s+(?:missing|absent|left out|omitted)\\s+(?:from|in|of)\\s+${textSubject}`,
  `(?:information|answer|details?|data)\\s+(?:is\\s+|are\\s+)?(?:un(?:available|known|clear)|not (?:available|found|given|provided|stated|known))\\s*[.!]?\\s*$`,
  `(?:the|his|her|their|its)(?:\\s+[\\p{L}']+){1,3}\\s+(?:is|are|was|were|remains?)\\s+(?:unknown|unclear|unspecified|undisclosed|not known)\\s*[.!]?\\s*$`,
  `[^.!?]{0,200}, so (?:i|we) (?:can'?t|cannot|don'?t|do not|could not|couldn'?t) (?:say|know|tell|answer|determine)\\b`,
  // "The passage is silent on", "gives no age", "lacks", "contains nothing about".
  `${textSubject}\\s+(?:is|are|remains?|stays?)\\s+(?:silent|unclear|vague|mute|quiet|not clear|not specific|insufficient|ambiguous|not explicit|inconclusive)\\b`,
  `${textSubject}\\s+(?:gives?|provides?|contains?|has|have|holds?|offers?|includes?|makes?|says?|shares?|mentions?|states?|tells?|supplies|supply|reveals?|leaves?)\\s+(?:us\\s+|me\\s+)?(?:no|nothing|none|little|insufficient|not enough|neither|it open|this open|that open|(?:it |this |that )?unanswered|(?:it |this |that )?unsaid)\\b`,
  `${textSubject}\\s+(?:lacks?|omits?|leaves? out|leaves? (?:it|this|that) (?:out|open|unsaid|unclear|unspecified|unanswered))\\b`,
  // "It doesn't say.", "It never mentions how".
  `(?:it|that|this|they|he|she)\\s+${not}${adverb}\\s*(?:say|mention|state|specify|indicate|tell|explain|give|provide|clarify|make clear|says|mentions|states|specifies|indicates|tells|explains|gives)(?:\\s+(?:us|me|that|this|it))?\\s*(?:[.!]?\\s*$|,?\\s+${inText}|\\s+(?:anything\\s+(?:about|on|regarding)|exactly\\s+(?:who|what|when|where|why|how|which)|in the (?:${texts})))`,
  `(?:it|this|that)\\s+(?:doesn'?t|does\\s*not|never)\\s+(?:say|mention|state|specify|indicate|explain|says|mentions|states|specifies|indicates|explains)\\s+(?:who|what|when|where|why|how|which|if|whether|any\\b|the (?:exact|specific|precise|reason|name|dates?|age|year|number|cause|place|location|details))\\b`,
  `(?:we|you|readers|i)(?:'re| are| am|'m| were| was)\\s*(?:not|never|n't)\\s+(?:actually |ever |explicitly |specifically )?(?:told|informed|given)(?:\\s*[.!]?\\s*$|[,;]|\\s+(?:who|what|when|where|why|how|which|if|whether|${inText}|here|that information|this information|any information|enough))`,
  `none of ${textSubject}\\s+(?:${tells})\\b`,
  `(?:the\\s+)?(?:author|narrator|writer|speaker|question|passage'?s author)\\s+(?:does\\s*not|doesn'?t|did\\s*not|didn'?t|never)\\s+(?:say|mention|specify|state|tell us|explain|reveal|give|indicate|mentions|says|specifies|states|tells us|explains|reveals|gives|indicates)\\b`,
  // "It is not stated", "Not mentioned in the passage", "His age isn't given in the text".
  `(?:(?:it|this|that|the answer|the answer to (?:this|that|the|your) question|this information|that information|such information|the information|the requested information|that detail|this detail|the exact [a-z]+|the specific [a-z]+)\\s*(?:is|was|are|were|'s|has|has been|have been|has not been|had been)?\\s*)?(?:\\s*(?:not|isn'?t|wasn'?t|is\\s*not|was\\s*not|is\\s*nowhere|nowhere|never|hasn'?t\\s+been|has\\s*not\\s+been|not\\s+been))\\s+(?:been\\s+)?(?:ever\\s+)?(?:explicitly|specifically|directly|clearly|actually|really|even|quite|entirely|at all|yet)?\\s*(?:${known})(?:\\s*$|[.!,;]|\\s+(?:${inText}|here|anywhere|explicitly|specifically|whether|who|what|when|where|why|how|which|if|at all|or\\b|and (?:cannot|can'?t|so)|based|to (?:say|tell|me)|enough))`,
  `[^.!?]{1,80}?\\b(?:is|are|was|were|has|have)\\s*(?:not|n'?t|never|nowhere)\\s+(?:been\\s+)?(?:explicitly|specifically|directly|clearly|actually|even)?\\s*(?:${known})\\s+(?:anywhere\\s+)?(?:in|from|by|within)\\s+${textSubject}`,
  `[^.!?]{1,80}?\\b(?:isn'?t|aren'?t|wasn'?t|weren'?t|hasn'?t been)\\s+(?:explicitly|specifically|directly|clearly|actually|even)?\\s*(?:${known})\\s+(?:anywhere\\s+)?(?:in|from|by|within)\\s+${textSubject}`,
  `(?:unstated|unspecified|unmentioned|undisclosed|unclear|undetermined|unknowable|indeterminable|undeterminable|indeterminate|unanswerable|unanswered|unsure|uncertain|not sure|not certain|no idea|no clue|dunno|idk|i dunno|unknown|n/a|n\\.a\\.|not applicable|not answerable|not enough info(?:rmation)?|insufficient (?:information|data|context|evidence|info|details)|cannotanswer|cannot answer|can'?t answer|can'?t say|cannot say|can'?t tell|cannot tell|cannot be answered|cannot be determined|cannot determine|no answer|no information|no info|no answer found|none given|none stated|none mentioned|not found|not given|not known|not in the (?:${texts}))(?:\\s*[.!…]*\\s*$|\\s*[.,;:(–—-]|\\s+(?:${inText}|from (?:the|this)|based on|in (?:the|this)|here|whether|who|what|when|where|why|how|which|if|available|given|provided|found|to answer|to (?:say|determine|tell|answer|decide|conclude)|for (?:this|that)|at all|sorry|for (?:sure|certain)|about (?:this|that)))`,
  // "There is no mention of", "No information is given about".
  `(?:there\\s*(?:is|are|was|were|'s|isn'?t|is\\s*not|aren'?t|wasn'?t|are\\s*not|seems to be|appears to be)|i (?:see|find|found|have|was given)|we (?:are given|have|find))\\s*(?:no|not|nothing|not enough|insufficient|not any|any|not sufficient|no sufficient|enough|no specific|no explicit|no clear|no direct|too little|nowhere near enough)\\s*(?:(?:specific|explicit|clear|direct|sufficient|further|such|real|relevant|definite|enough|more|other|stated|given|additional|detailed|precise|reliable|hard|particular|supporting|concrete|available)\\s+)*(?:${informs}|way (?:to|of)|in (?:the|this)\\s+(?:${texts})|(?:said|stated|given|mentioned|written)\\s+(?:about|on)|(?:about|on|regarding) (?:this|that|it) in)\\b(?![^.!?]*\\b(?:in|among|on|at)\\s+(?!${textSubject}|(?:this|that|her|his|their|its|which|how|what|when|it|any|all)\\b))`,
  `(?:no|not enough|insufficient|not sufficient|not any|too little|no specific|no further|no explicit|no such|no relevant|no clear|no exact)\\s+(?:(?:specific|explicit|clear|direct|sufficient|further|such|relevant|definite|exact|additional)\\s+)*(?:${informs}|[a-z]+)\\s+(?:(?:is|are|was|were|has been)\\s+)?(?:explicitly |specifically |directly |clearly )?(?:given|provided|made|mentioned|stated|available|specified|to (?:answer|determine|say|tell|conclude|know)|about (?:this|that|it)|supplied|listed|disclosed|indicated|named|offered)(?:\\s*[.!]?\\s*$|\\s+(?:${inText}|here|of|about|on|for|regarding|as to|whether|that|what|who|when|where|why|how|which|this|the question|to (?:answer|determine|say|tell|conclude|know))|[,;])`,
  `(?:no|not any)\\s+(?:mention|information|details?|indication|reference|data|info)\\s+(?:of|about|on|regarding|as to|for|concerning|that|whether)\\b(?:[^.!?]*(?:${inText}|(?:is|are|was|were)\\s+(?:given|provided|made|available|included))|(?:\\s+[\\p{L}']+){1,3}[.!]?\\s*$)`,
  `nothing\\s+(?:in\\s+${textSubject}|(?:is|was)\\s+(?:said|mentioned|stated|given|written)\\s+(?:about|on|of|in)|(?:about|on) (?:this|that|it)\\s+(?:is|in))`,
  // "I don't know", "I am unable to answer", "We cannot tell from the text".
  `(?:i|we|one|you|the (?:assistant|model|system|reader)|readers)(?:'m|'re| am| are| is)?\\s*(?:really|just|honestly|simply|truly|still|also|actually|currently|afraid (?:that )?i|afraid (?:that )?we)?\\s*(?:do\\s*not|don'?t|did\\s*not|didn'?t|cannot|can\\s*not|can'?t|could\\s*not|couldn'?t|am not able to|'?m not able to|not able to|unable to|was unable to|were unable to|will not be able to|won'?t be able to|wouldn'?t|would not be able to|would not|have no way (?:to|of)|have not been able to|haven'?t been able to|must decline to|decline to|won'?t|will not|refuse to|prefer not to|'?d rather not|would rather not|would prefer not to)\\s*(?:really|actually|confidently|reliably|definitively|accurately|possibly|exactly|honestly|currently|even|directly|seem to|fully|safely|definitely|truthfully)?\\s*(?:${finds}|knowing|telling|saying|finding)${asked}`,
  `(?:i|we|you)\\s*(?:do\\s*not|don'?t|did\\s*not|didn'?t|have\\s*not|haven'?t|lack|have no|was given no|am given no|haven'?t been given|was\\s*not given|wasn'?t given)\\s*(?:have|see|find|possess|got|been given|been provided with|receive|hold|been given)?\\s*(?:any|the|enough|sufficient|that|this|access|much|specific|a clear|adequate|a definite|an|a|no)?\\s*(?:(?:specific|relevant|necessary|needed|required|sufficient|further|clear|definite|additional|real|reliable|enough|such|available)\\s+)*(?:${informs}|idea|clue|knowledge|access|means|way|basis)\\b(?!\\s+of his|\\s+of her)`,
  `(?:i|we)(?:'m| am|'re| are)\\s+(?:not\\s+(?:really\\s+|entirely\\s+|quite\\s+|completely\\s+)?(?:sure|certain|aware|clear|familiar|permitted|allowed|in a position|comfortable|going to (?:answer|do))|unsure|uncertain|unaware|afraid\\s+(?:i|we|that|the|not|it|this|there)\\b[^.!?]*(?:not|n'?t|no|unable|unknown)|at a loss)\\b`,
  `(?:it|this|that|the question|this question|that question|the answer|your question|the question asked|that one|this one)\\s*(?:is|was|'s)?\\s*(?:simply |just |really |not |im)?\\s*(?:cannot|can\\s*not|can'?t|could\\s*not|couldn'?t|possible to|unknown|unclear|unanswerable|impossible to|hard to|difficult to|not possible to|isn'?t possible to|isn'?t clear|uncertain|unspecified|unstated|undetermined|beyond (?:the scope|what)|outside (?:the scope|what)|not something|left (?:open|unsaid|unclear|unanswered|unspecified))\\b\\s*(?:be\\s+)?(?:reliably |directly |definitively |fully )?(?:answered|determined|inferred|found|known|established|deduced|concluded|derived|ascertained|answer|determine|say|tell|know|infer|establish|conclude|verified|decided|worked out|of\\b|${texts}|covers?|from|in\\b|based|using|whether|who|what|when|where|why|how|which|[.!,;]|$|i\\b|without|given)`,
  `(?:sorry|apologies|unfortunately|regrettably)[,.;:]?\\s*(?:but\\s+)?(?:no\\b(?! [a-z]+ (?:was|were))|not\\b|i (?:don'?t|can'?t|cannot|could)|that'?s (?:not|beyond)|this is not)`,
  `as an? (?:ai|large language|language|artificial)(?:\\s+[a-z]+){0,3},?\\s+i\\b`,
  `(?:nobody|no one|none of us) (?:can (?:say|tell)|could (?:say|tell)) from`,
  `(?:i|we) (?:have|had) (?:absolutely |really |honestly )?no (?:idea|clue|answer|way|information|knowledge)\\b`,
  `(?:pass|who knows)\\s*[.!?]?\\s*$`,
  `(?:only|just) the (?:author|writer) (?:knows|could know)`,
  `(?:your guess is as good as mine|beats me|no comment|search me|hard to say|hard to tell|impossible to (?:say|tell|know|determine)|difficult to say|no way to (?:tell|know|say)|can'?t be (?:answered|determined|known|said|told|inferred)|cannot be (?:answered|determined|known|said|told|inferred|established|deduced|found)|could not be (?:answered|determined|found)|couldn'?t (?:find|say|tell)|could not (?:find|say|tell)|unable to (?:answer|determine|say|find|tell|provide|help|assist|locate|confirm|respond|infer)|not able to (?:answer|say|tell|determine)|don'?t know|do not know|doesn'?t say|does not say|didn'?t say|did not say|doesn'?t mention|does not mention|never mentioned|never said|never says|never stated|not sure|not stated|not mentioned|not specified|not provided|not available|not clear|not indicated|not disclosed|not discussed|not explained|not described|not addressed)(?:\\s*[.!…]*\\s*$|\\s*[,;(–—-]|\\s+(?:${inText}|based|whether|who|what|when|where|why|how|which|if\\b|the answer|this|that|from|in (?:the|this|that)|to (?:this|that|the)|an answer|any|here|sorry|with certainty|for (?:sure|certain)))`,
].map((pattern) => new RegExp(`^(?:${pattern})`, 'iu'));

/** What people put before a refusal. Each is taken off as often as one stands there. */
const opening = new RegExp(
  `^(?:[\\s"“'*_>-]+|(?:i(?:'m| am)? ?(?:very |so |really |truly )?sorry|sorry|apologies|my apologies|i apologi[sz]e|unfortunately|regrettably|sadly|well|hmm+|um+|uh+|oh|ah|ok(?:ay)?|no|honestly|actually|truthfully|frankly|the answer is|answer|a|response|in short|in this case|here|thanks for asking|thank you for (?:asking|your question)|good question|great question|that's a good question|interesting question|i (?:think|believe|guess|suppose|see|understand)(?: that)?|it (?:seems|appears|looks like|turns out)(?: that)?|i'd say(?: that)?|as far as i (?:can (?:tell|see)|know)|to be honest|to my knowledge|from what i (?:can see|can tell|read|have)|as (?:stated|noted|mentioned)(?: (?:above|before|earlier))?|after (?:reading|reviewing|checking|rereading|looking at|examining|searching|going through)[^,.]{0,60}|i (?:looked|searched|read|checked|went|have (?:looked|searched|read|checked))[^,.]{0,60}?(?:,? and|,? but)|having (?:read|checked|reviewed|looked)[^,.]{0,60}|(?:based on|according to|from|in|given|judging by|judging from|looking at|per|using|within|on the basis of)(?: only)?\\s+${textSubject}|based (?:solely|only|purely|strictly) on\\s+${textSubject}|${textSubject}\\s+only\\s+(?:says|mentions|states|tells us)[^.;]{5,120}|while [^,.]{5,120}|although [^,.]{5,120}|though [^,.]{5,120})(?:\\s*[,;:.!…–—-]+\\s*(?:but|however|and|so|i'?m afraid)?\\s*|\\s+(?:but\\s+|that\\s+)?|$))`,
  'i',
);
const mostOpenings = 6;

/** A sentence that goes on to an answer: "I don't know for sure, but it was Paris." */
const answersOn =
  /^[^.!?]*[,;–—-]?\s+(?:but|however|although|though|yet)\s+(?!(?:it|this|that|the|these|there|i|we|you)?\s*(?:\S+\s+){0,4}?(?:does|do|did|not|no|n't|don't|doesn't|can't|cannot|only|unclear|unknown|unable|mentions?|says?|states?|discuss(?:es)?|describes?|notes?|covers?|talks?|focuses|sorry|can help|could|happy|would need|may|might|if)\b)\S/i;
/** Words that answer after all, in a sentence of their own. */
const answersNext =
  /[.!?]\s+(?:(?:but|however|still|my (?:best )?guess(?: is| would be)?|if i had to guess|most likely|probably|i(?: would|'d) (?:guess|say)|so)[\s,:]+(?:i (?:think|guess|believe|would say)|it (?:is|was)|he (?:is|was)|she (?:is|was)|they (?:are|were)|the answer is|it'?s|[A-Z0-9][\p{L}\d]*[.!]?$)|(?:so,? )?the answer is:?\s+(?!not\b|unknown|unclear|that\b|no answer)|so,? the answer is:)/iu;
const pastFirstSentence = 400;

/** Without one of these no answer is a refusal; spares most answers the patterns. */
const hint =
  /\b(?:no|not|never|cannot|none|nothing|nowhere|nobody|lacks?|omits?|silent|mute|quiet|missing|absent|left|leaves?|sorry|idk|dunno|pass|beats|hard|difficult|im\p{L}*|in(?:sufficient|conclusive|determin\p{L}*)|ambiguous|vague|fails?|declin|decline|refuse|clue|search|knows|knowing|little|only|guess|n\/a|cannotanswer|apologi\p{L}*|regrettably|un\p{L}*)\b|n['’]?t\b|\bn\.a\./iu;

/** Whether an answer says, in whatever words of the list, that there is no answer, and gives none besides. */
export function isRefusalInWords(answer: string): boolean {
  if (!hint.test(answer)) return false;
  let text = answer.replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ').trim().slice(0, pastFirstSentence);
  if (answersNext.test(text)) return false;
  for (let i = 0; i < mostOpenings; i++) {
    if (patterns.some((pattern) => pattern.test(text))) return !answersOn.test(text);
    const taken = opening.exec(text)?.[0] ?? '';
    if (taken === '') return false;
    text = text.slice(taken.length);
  }
  return false;
}
